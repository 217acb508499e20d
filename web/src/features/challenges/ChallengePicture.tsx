import { useState } from "react";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/Skeleton";
import { type Challenge, pictureOf } from "./model";
import { TargetArt } from "./TargetArt";

/**
 * The challenge's picture, or the house's own while there is none to be had. Its place has the same
 * size in every state. The title stands beside it, so it says nothing to screen readers.
 */
export function ChallengePicture({ challenge }: { challenge: Challenge }) {
  const address = pictureOf(challenge);
  return (
    <div
      className={cx(
        "relative aspect-video overflow-hidden bg-ink-950",
        challenge.completed && "opacity-45 saturate-[.35]",
      )}
    >
      {address === null ? (
        <TargetArt challenge={challenge} />
      ) : (
        <Picture key={address} address={address} challenge={challenge} />
      )}
    </div>
  );
}

function Picture({ address, challenge }: { address: string; challenge: Challenge }) {
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  if (state === "failed") return <TargetArt challenge={challenge} />;
  return (
    <>
      {state === "loading" && <Skeleton className="absolute! inset-0 size-full" />}
      <img
        src={address}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onLoad={() => setState("shown")}
        onError={() => setState("failed")}
        className={cx(
          "absolute inset-0 size-full object-cover transition-[opacity,transform] duration-300 group-hover:scale-[1.03]",
          state === "loading" && "opacity-0",
        )}
      />
    </>
  );
}
