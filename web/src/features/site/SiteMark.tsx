import { HouseMark } from "@/ui/art/HouseMark";
import { cx } from "@/ui/cx";
import { useSite } from "./queries";

/** The sign of the site: the streamer's own, or the built-in one. */
export function SiteMark({ className = "size-8" }: { className?: string }) {
  const mark = useSite()?.mark ?? "";
  if (mark === "") return <HouseMark className={className} />;
  return <img src={mark} alt="" className={cx("shrink-0 rounded-md object-contain", className)} />;
}
