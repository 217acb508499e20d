import { memo } from "react";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatCents } from "@/ui/format/dollars";
import { None } from "@/ui/None";
import { type HuntSlot, nextOf, type WholeHunt } from "./model";
import { WinMark } from "./WinMark";

type SlotTableProps = {
  hunt: WholeHunt;
  /** The slot that was opened last before our eyes. */
  latest: string | null;
};

const head = "px-2 py-3 font-semibold whitespace-nowrap";
const cell = "px-2 py-3";

/** All slots of a hunt. On phones caller and bet stand below the name, the multiplier below the win. */
export function SlotTable({ hunt, latest }: SlotTableProps) {
  const next = nextOf(hunt)?.id;
  return (
    <Card className="overflow-hidden">
      <table className="w-full text-left">
        <caption className="sr-only">Slots</caption>
        <thead>
          <tr className="eyebrow border-b border-line">
            <th scope="col" className={cx(head, "pl-3 text-center sm:pl-6")}>
              #
            </th>
            <th scope="col" className={head}>
              Slot
            </th>
            <th scope="col" className={cx(head, "max-md:hidden")}>
              Called by
            </th>
            <th scope="col" className={cx(head, "text-right max-md:hidden")}>
              Bet size
            </th>
            <th scope="col" className={cx(head, "text-right")}>
              Win
            </th>
            <th scope="col" className={cx(head, "pr-6 text-right max-sm:hidden")}>
              X win
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {hunt.slots.map((slot, at) => (
            <SlotRow
              key={slot.id}
              slot={slot}
              index={at + 1}
              state={slot.id === latest ? "latest" : slot.id === next ? "next" : "other"}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

type SlotRowProps = { slot: HuntSlot; index: number; state: "latest" | "next" | "other" };

/** Five hundred rows may stand here, and one of them changes. */
const SlotRow = memo(function SlotRow({ slot, index, state }: SlotRowProps) {
  const { slotName, provider, calledBy, betAmount, opened, amountWon, times } = slot;
  return (
    <tr className={cx("transition-colors duration-300", state === "latest" && "bg-gold-400/8")}>
      <td className={cx(cell, "relative pl-3 text-center sm:pl-6 text-sm text-muted")}>
        {state === "latest" && (
          <span
            aria-hidden="true"
            className="absolute inset-y-0 left-0 w-1 animate-fade bg-gold-400"
          />
        )}
        <Index slot={slot} index={index} />
      </td>
      <th scope="row" className={cx(cell, "w-full max-w-0 font-normal")}>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span
            className={cx(
              "min-w-0 [overflow-wrap:anywhere]",
              opened || state === "next" ? "font-semibold" : "font-medium text-muted",
            )}
          >
            {slotName}
          </span>
          {state === "latest" && <Badge tone="gold">Just opened</Badge>}
          {state === "next" && <Badge>Up next</Badge>}
        </span>
        <span className="mt-0.5 block text-sm text-muted [overflow-wrap:anywhere]">
          <span className="max-md:hidden">{provider}</span>
          <span className="md:hidden">
            {calledBy === "" ? betAmount : `${calledBy} · ${betAmount}`}
          </span>
        </span>
      </th>
      <td className={cx(cell, "max-w-44 truncate max-md:hidden")}>
        {calledBy === "" ? <None says="Nobody" /> : calledBy}
      </td>
      <td className={cx(cell, "text-right whitespace-nowrap text-muted max-md:hidden")}>
        {betAmount}
      </td>
      <td className={cx(cell, "text-right whitespace-nowrap")}>
        {opened ? (
          <>
            <span className="font-semibold">{formatCents(amountWon)}</span>
            <span className="mt-0.5 block sm:hidden">
              <WinMark times={times} />
            </span>
          </>
        ) : (
          <None says="Not opened yet" />
        )}
      </td>
      <td className={cx(cell, "pr-6 text-right whitespace-nowrap max-sm:hidden")}>
        {opened ? <WinMark times={times} /> : <None says="Not opened yet" />}
      </td>
    </tr>
  );
});

/** A tip takes the place of the number. */
function Index({ slot: { hasTip }, index }: { slot: HuntSlot; index: number }) {
  if (!hasTip) return index;
  return (
    <>
      <span className="sr-only">{index}, </span>
      <Badge tone="gold">TIP</Badge>
    </>
  );
}
