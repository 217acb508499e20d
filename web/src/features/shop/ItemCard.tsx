import { useMember } from "@/features/session/store";
import { useBalance } from "@/features/wallet/balance";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { ItemPicture } from "./ItemPicture";
import { type Item, stockText } from "./model";
import * as texts from "./texts/en";

type ItemCardProps = { item: Item; onOpen: () => void; onPurchase: () => void };

/** One item on the shelf. The card opens its details, the button the purchase. */
export function ItemCard({ item, onOpen, onPurchase }: ItemCardProps) {
  const isSoldOut = item.stock === 0;
  const isInactive = useMember()?.isActive === false;
  return (
    <article className="surface group relative flex h-full flex-col overflow-hidden rounded-lg transition-[border-color,background-color] hover:border-line-strong hover:bg-ink-850">
      <div className="relative border-b border-line">
        <div className={cx(isSoldOut && "opacity-40 saturate-[.3]")}>
          <ItemPicture item={item} />
        </div>
        <span
          className={cx(
            "absolute top-3 left-3 rounded-full px-3 py-1 text-sm font-bold",
            isSoldOut ? "bg-ink-950/85 text-gold-300 ring-1 ring-line ring-inset" : "gold-face",
          )}
        >
          {texts.pointCount(item.pointsCost)}
        </span>
        <span
          className={cx(
            "absolute top-3 right-3 rounded-full bg-ink-950/85 px-3 py-1 text-sm font-semibold ring-1 ring-line ring-inset",
            isSoldOut ? "text-loss" : "text-text",
          )}
        >
          {stockText(item.stock)}
        </span>
      </div>
      <div className="flex flex-1 flex-col p-4 sm:p-5">
        {item.category !== "" && <p className="truncate text-xs text-muted">{item.category}</p>}
        <h2 className="mt-1.5 text-lg [overflow-wrap:anywhere]">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onOpen}
            className="line-clamp-2 text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-gold-300"
          >
            {item.title}
          </button>
        </h2>
        <p className="mt-1.5 line-clamp-2 text-sm text-muted [overflow-wrap:anywhere]">
          {item.description}
        </p>
        <div className="mt-auto pt-4">
          <Missing item={item} />
          <Button
            aria-label={isSoldOut ? texts.outStock(item.title) : texts.purchaseNamed(item.title)}
            aria-haspopup="dialog"
            disabled={isSoldOut || isInactive}
            onClick={onPurchase}
            className="relative z-1 w-full"
          >
            {isSoldOut ? texts.outStockText : texts.purchase}
          </Button>
        </div>
      </div>
    </article>
  );
}

/** What a member still has to earn for it. */
function Missing({ item }: { item: Item }) {
  const isMember = useMember() !== null;
  const missing = item.pointsCost - useBalance();
  if (!isMember || missing <= 0 || item.stock === 0) return null;
  return <p className="mb-2.5 text-xs text-muted">{texts.toGo(missing)}</p>;
}
