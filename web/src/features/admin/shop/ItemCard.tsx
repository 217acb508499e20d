import { Check, CirclePause, Gift, PackageX, Trash2 } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Badge } from "@/ui/Badge";
import { Button, IconButton } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { Picture } from "@/ui/Picture";
import { Points } from "@/ui/Points";
import { useMay } from "../session/rights";
import { useMover } from "../shell/mover";
import { Grip, MoveButtons } from "../shell/Sortable";
import { type Item, pictureOf } from "./model";
import * as texts from "./texts/en";

export type ItemAction = "edit" | "delete";

type ItemCardProps = {
  item: Item;
  /** What the draft has made of it, if anything. */
  mark: string | null;
  onOpen: (action: ItemAction, item: Item) => void;
  onToggle: (item: Item) => void;
};

/** One item of the draft, as it would stand in the shop. */
export function ItemCard({ item, mark, onOpen, onToggle }: ItemCardProps) {
  // None while a filter hides some items: their places would mean nothing.
  const mover = useMover();
  const titleId = useId();
  const mayChange = useMay("shop", "change");
  return (
    <article
      aria-labelledby={titleId}
      className={cx(
        "surface grid items-center gap-x-4 gap-y-3 rounded-lg p-3 transition-[border-color,opacity] hover:border-line-strong sm:p-4",
        mover === null
          ? "grid-cols-[minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_auto]"
          : "grid-cols-[2.75rem_minmax(0,1fr)] sm:pl-2.5 xl:grid-cols-[2.75rem_minmax(0,1fr)_auto]",
        mover?.isDragged === true && "border-line-strong shadow-raised",
      )}
    >
      <Grip />
      <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-3">
        <Picture
          address={pictureOf(item)}
          fallback={
            <span className="absolute inset-0 flex items-center justify-center bg-ink-800">
              <Gift aria-hidden="true" className="size-6 text-faint" />
            </span>
          }
          className={cx("h-18 w-24 shrink-0 rounded-md", !item.isActive && "opacity-50")}
        />
        <div className="min-w-0 flex-1 basis-60">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 id={titleId} className="text-base leading-snug [overflow-wrap:anywhere]">
              {item.title}
            </h2>
            <StateBadges item={item} mark={mark} />
          </div>
          <p className="mt-1 line-clamp-1 text-sm text-muted [overflow-wrap:anywhere]">
            {item.description}
          </p>
          <Facts item={item} />
        </div>
      </div>
      {mayChange && (
        <div
          className={cx(
            "flex flex-wrap items-center gap-1.5",
            mover !== null && "max-sm:col-span-2 sm:max-xl:col-start-2",
          )}
        >
          <MoveButtons />
          <Button
            size="sm"
            aria-label={texts.editNamed(item.title)}
            onClick={() => onOpen("edit", item)}
          >
            {texts.edit}
          </Button>
          <Button
            size="sm"
            aria-label={`${item.isActive ? texts.deactivate : texts.activate}: ${item.title}`}
            onClick={() => onToggle(item)}
            className="min-w-26"
          >
            {item.isActive ? texts.deactivate : texts.activate}
          </Button>
          <IconButton label={texts.deleteNamed(item.title)} onClick={() => onOpen("delete", item)}>
            <Trash2 aria-hidden="true" className="size-4.5" />
          </IconButton>
        </div>
      )}
    </article>
  );
}

function StateBadges({ item, mark }: Pick<ItemCardProps, "item" | "mark">) {
  return (
    <>
      <Badge tone={item.isActive ? "win" : "plain"}>
        {item.isActive ? (
          <Check aria-hidden="true" className="size-3.5" />
        ) : (
          <CirclePause aria-hidden="true" className="size-3.5" />
        )}
        {item.isActive ? texts.active : texts.inactive}
      </Badge>
      {item.stock === 0 && (
        <Badge tone="loss">
          <PackageX aria-hidden="true" className="size-3.5" />
          {texts.outStock}
        </Badge>
      )}
      {mark !== null && <Badge>{mark}</Badge>}
    </>
  );
}

function Facts({ item }: { item: Item }) {
  return (
    <dl className="mt-1.5 flex flex-wrap items-center gap-x-5 gap-y-1 text-sm">
      <Fact term={texts.cost}>
        <Points amount={item.pointsCost} />
      </Fact>
      <Fact term={texts.left}>{formatPoints(item.stock)}</Fact>
      <Fact term={texts.sold}>{formatPoints(item.sold ?? 0)}</Fact>
      {item.category !== "" && (
        <div className="min-w-0">
          <dt className="sr-only">{texts.category}</dt>
          <dd className="text-muted [overflow-wrap:anywhere]">{item.category}</dd>
        </div>
      )}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
