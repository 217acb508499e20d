import { Check, HandCoins, Lock, Pencil, Play, Trash2 } from "lucide-react";
import { memo } from "react";
import { Badge } from "@/ui/Badge";
import { Button, IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatCents } from "@/ui/format/dollars";
import { formatTimes } from "@/ui/format/times";
import { None } from "@/ui/None";
import { type WinClass, winClass } from "@/ui/win-class";
import { offIf } from "./external";
import type { Slot } from "./model";

export type SlotAction = "play" | "edit" | "delete" | "tip";

type SlotTableProps = {
  slots: readonly Slot[];
  /** They are a service's: only tips are said over them. */
  isReadOnly: boolean;
  onOpen: (action: SlotAction, slot: Slot) => void;
};

const head = "px-2 py-3 text-left font-medium whitespace-nowrap first:pl-5";
const cell = "px-2 py-2.5 first:pl-5";

/** Where the focus finds the Play button of a slot. */
export function playIdOf(slotId: string): string {
  return `play-${slotId}`;
}

/** The same for its tip. */
export function tipIdOf(slotId: string): string {
  return `tip-${slotId}`;
}

/** The slots of a hunt, and what can be done about each. */
export function SlotTable({ slots, isReadOnly, onOpen }: SlotTableProps) {
  const next = slots.find(({ opened }) => !opened)?.id;
  return (
    <Card className="relative overflow-x-auto">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">Slots</caption>
        <thead className="border-b border-line text-muted">
          <tr>
            <th scope="col" className={head}>
              #
            </th>
            <th scope="col" className={head}>
              Slot
            </th>
            <th scope="col" className={cx(head, "max-xl:hidden")}>
              Provider
            </th>
            <th scope="col" className={cx(head, "max-xl:hidden")}>
              Called by
            </th>
            {["Bet size", "Win", "X win"].map((name) => (
              <th key={name} scope="col" className={cx(head, "text-right max-sm:hidden")}>
                {name}
              </th>
            ))}
            <th scope="col" className={cx(head, "max-sm:hidden")}>
              Status
            </th>
            <th scope="col" className={head}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {slots.map((slot, at) => (
            <SlotRow
              key={slot.id}
              slot={slot}
              index={at + 1}
              isNext={slot.id === next}
              isReadOnly={isReadOnly}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

const colours: Readonly<Record<WinClass, string>> = {
  mega: "font-semibold text-gold-300",
  big: "font-semibold text-gold-400",
  good: "font-semibold text-win",
  small: "text-muted",
};

type SlotRowProps = Pick<SlotTableProps, "isReadOnly" | "onOpen"> & {
  slot: Slot;
  index: number;
  /** It is the one whose turn it is. */
  isNext: boolean;
};

/** Five hundred rows may stand here, and one of them changes. */
const SlotRow = memo(function SlotRow({ slot, index, isNext, isReadOnly, onOpen }: SlotRowProps) {
  const { slotName, provider, calledBy, betAmount, opened, amountWon, times } = slot;
  const off = offIf(isReadOnly);
  return (
    <tr>
      <td className={cell}>
        <Tip slot={slot} index={index} onToggle={() => onOpen("tip", slot)} />
      </td>
      <th scope="row" className={cx(cell, "w-full text-left font-normal")}>
        <span className="block text-base leading-snug font-semibold [overflow-wrap:anywhere]">
          {slotName}
        </span>
        <span className="mt-0.5 block text-muted [overflow-wrap:anywhere] xl:hidden">
          {calledBy === "" ? provider : `${provider} · ${calledBy}`}
        </span>
        <span className="mt-0.5 block text-muted sm:hidden">
          {betAmount}
          {opened && (
            <>
              {" "}
              · <span className="text-text">{formatCents(amountWon)}</span> · {formatTimes(times)}
            </>
          )}
        </span>
      </th>
      <td className={cx(cell, "max-w-36 truncate text-muted max-xl:hidden")}>{provider}</td>
      <td className={cx(cell, "max-w-28 truncate max-xl:hidden")}>
        {calledBy === "" ? <None says="Nobody" /> : calledBy}
      </td>
      <td className={cx(cell, "text-right whitespace-nowrap max-sm:hidden")}>{betAmount}</td>
      <td className={cx(cell, "text-right font-semibold whitespace-nowrap max-sm:hidden")}>
        {opened ? formatCents(amountWon) : <None says="Not opened" />}
      </td>
      <td className={cx(cell, "text-right whitespace-nowrap max-sm:hidden")}>
        {opened ? (
          <span className={colours[winClass(times)]}>{formatTimes(times)}</span>
        ) : (
          <None says="Not opened" />
        )}
      </td>
      <td className={cx(cell, "max-sm:hidden")}>
        <span
          className={cx(
            "inline-flex items-center gap-1.5 whitespace-nowrap",
            opened ? "text-win" : "text-muted",
          )}
        >
          {opened ? (
            <Check aria-hidden="true" className="size-3.5" />
          ) : (
            <Lock aria-hidden="true" className="size-3.5" />
          )}
          <span className="max-xl:sr-only">{opened ? "Opened" : "Unopened"}</span>
        </span>
      </td>
      <td className={cell}>
        <div className="flex items-center justify-end">
          {!opened && (
            <Button
              id={playIdOf(slot.id)}
              size="sm"
              tone={isNext ? "gold" : "quiet"}
              aria-label={`Play ${slotName}, number ${index}`}
              onClick={() => onOpen("play", slot)}
              icon={<Play aria-hidden="true" className="size-3.5 fill-current" />}
              className="mr-1"
              {...off}
            >
              Play
            </Button>
          )}
          <IconButton
            label={`Edit ${slotName}, number ${index}`}
            onClick={() => onOpen("edit", slot)}
            className="disabled:opacity-45"
            {...off}
          >
            <Pencil aria-hidden="true" className="size-4.5" />
          </IconButton>
          <IconButton
            label={`Delete ${slotName}, number ${index}`}
            onClick={() => onOpen("delete", slot)}
            className="disabled:opacity-45"
            {...off}
          >
            <Trash2 aria-hidden="true" className="size-4.5" />
          </IconButton>
        </div>
      </td>
    </tr>
  );
});

type TipProps = { slot: Slot; index: number; onToggle: () => void };

/** The number of a slot; a tip takes its place, as everybody sees it. */
function Tip({ slot: { id, hasTip, slotName }, index, onToggle }: TipProps) {
  return (
    <button
      id={tipIdOf(id)}
      type="button"
      aria-pressed={hasTip}
      aria-label={`Tip for ${slotName}, number ${index}`}
      title={hasTip ? "Take the tip away" : "Flag a tip for its caller"}
      onClick={onToggle}
      className="touch-target inline-flex items-center gap-1.5 rounded-sm text-muted transition-colors hover:text-text"
    >
      {hasTip ? (
        <Badge tone="gold">TIP</Badge>
      ) : (
        <>
          {index}
          <HandCoins aria-hidden="true" className="size-3.5 text-faint" />
        </>
      )}
    </button>
  );
}
