import { useState } from "react";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/Skeleton";
import { GiftArt } from "./GiftArt";
import { type Item, pictureOf } from "./model";

type ItemPictureProps = { item: Item; className?: string };

/**
 * The item's picture, or the house's own while there is none to be had. Its place has the same size
 * in every state. The title stands beside it, so it says nothing to screen readers.
 */
export function ItemPicture({ item, className = "aspect-[8/5]" }: ItemPictureProps) {
  const address = pictureOf(item);
  return (
    <div className={cx("relative overflow-hidden bg-ink-950", className)}>
      {address === null ? (
        <GiftArt item={item} />
      ) : (
        <Picture key={address} address={address} item={item} />
      )}
    </div>
  );
}

function Picture({ address, item }: { address: string; item: Item }) {
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  if (state === "failed") return <GiftArt item={item} />;
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
