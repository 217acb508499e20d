import { type ReactNode, useState } from "react";
import { cx } from "./cx";
import { Skeleton } from "./Skeleton";

type PictureProps = {
  /** Null when there is none. */
  address: string | null;
  /** The house's own drawing, while there is no picture to be had. It fills the same place. */
  fallback: ReactNode;
  className?: string;
};

/**
 * Somebody's picture, wherever it comes from. It fills the place of its owner, which therefore has
 * the same size in every state; the place says nothing to screen readers, so a text stands beside it.
 */
export function Picture({ address, fallback, className }: PictureProps) {
  return (
    <div className={cx("relative overflow-hidden bg-ink-950", className)}>
      {address === null ? fallback : <Loaded key={address} address={address} fallback={fallback} />}
    </div>
  );
}

function Loaded({ address, fallback }: { address: string; fallback: ReactNode }) {
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  if (state === "failed") return fallback;
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
