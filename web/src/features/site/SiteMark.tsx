import { HouseMark } from "@/ui/art/HouseMark";
import { cx } from "@/ui/cx";
import { useSite } from "./queries";

type MarkProps = { className?: string };

/** The sign of the site. */
export function SiteMark(props: MarkProps) {
  return <Mark address={useSite()?.mark ?? ""} {...props} />;
}

/** The streamer's own sign, or the built-in one. */
export function Mark({ address, className = "size-8" }: MarkProps & { address: string }) {
  if (address === "") return <HouseMark className={className} />;
  return (
    <img src={address} alt="" className={cx("shrink-0 rounded-md object-contain", className)} />
  );
}
