import { cx } from "@/ui/cx";
import { Picture } from "@/ui/Picture";
import { type Challenge, pictureOf } from "./model";
import { TargetArt } from "./TargetArt";

/** The challenge's picture, or the house's own while there is none to be had. */
export function ChallengePicture({ challenge }: { challenge: Challenge }) {
  return (
    <Picture
      address={pictureOf(challenge)}
      fallback={<TargetArt challenge={challenge} />}
      className={cx("aspect-video", challenge.completed && "opacity-45 saturate-[.35]")}
    />
  );
}
