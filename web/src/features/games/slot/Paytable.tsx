import { Dialog } from "@/ui/Dialog";
import { formatPoints } from "@/ui/format/numbers";
import { type Column, Table } from "@/ui/Table";
import { WithOdds } from "../common/Odds";
import {
  averageReturn,
  inHundredths,
  LABELS_FROM,
  payoutOf,
  type SlotRules,
  winChance,
} from "./model";
import { useSlotRules } from "./rules";
import { SPIN } from "./SpinButton";
import { useSlotTable } from "./table";
import * as texts from "./texts/paytable.en";

/** What pays, how often, and what the bet that is set gives back on average. */
export default function Paytable({ open, onClose }: { open: boolean; onClose: () => void }) {
  const rules = useSlotRules();
  const bet = Number(useSlotTable((table) => table.betText));
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={texts.title}
      description={texts.intro}
      // After reading, the next Space spins; it does not open the table again.
      returnTo={() => document.getElementById(SPIN)}
    >
      <WithOdds>
        <Tiers rules={rules} bet={bet} />
        <dl className="mt-4 grid shrink-0 grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line text-sm">
          <Fact name={texts.averageReturn(bet)}>{averageReturn(bet, rules)}%</Fact>
          <Fact name={texts.winChance}>{winChance(rules)}%</Fact>
        </dl>
      </WithOdds>
      <h3 className="mt-6 text-lg">{texts.rules}</h3>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 text-sm text-muted marker:text-gold-500">
        <li>{texts.drawRule(inHundredths(rules.minBone))}</li>
        <li>{texts.noBonesRule}</li>
        <li>{texts.symbolRule}</li>
        <li>{texts.payoutRule}</li>
        <li>{texts.speedRule}</li>
      </ul>
      <h3 className="mt-6 text-lg">{texts.winNames}</h3>
      <p className="mt-2 text-sm text-muted">{texts.winNameList(LABELS_FROM)}</p>
    </Dialog>
  );
}

type TierRow = {
  /** How many there are; null for none. */
  bones: number | null;
  multiplier: string;
  returns: string;
  weight: number;
};

function Tiers({ rules, bet }: { rules: SlotRules; bet: number }) {
  const tiers = rules.tiers.toReversed().map(
    ({ bones, lo, hi, weight }): TierRow => ({
      bones,
      multiplier: texts.range(short(lo), short(hi)),
      returns: texts.range(formatPoints(payoutOf(bet, lo)), formatPoints(payoutOf(bet, hi))),
      weight,
    }),
  );
  const noWin = 10_000 - rules.tiers.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <Table
      look="figures"
      className="mt-5"
      caption={texts.caption}
      headerClass="pb-2 font-medium"
      cellClass="py-2.5"
      rows={[...tiers, { bones: null, multiplier: texts.noWin, returns: "0", weight: noWin }]}
      rowKey={({ multiplier }) => multiplier}
      rowClass={({ bones }) => bones === null && "text-muted"}
      columns={columns}
    />
  );
}

const columns: readonly Column<TierRow>[] = [
  {
    header: texts.bones,
    isRowHeader: true,
    cellClassOf: ({ bones }) => (bones === null ? "font-normal" : "font-semibold text-gold-300"),
    cell: ({ bones }) => bones ?? texts.noBones,
  },
  {
    header: texts.multiplier,
    align: "right",
    cellClass: "pl-3 whitespace-nowrap",
    cellClassOf: ({ bones }) => bones !== null && "font-semibold",
    cell: ({ multiplier }) => multiplier,
  },
  {
    header: texts.returns,
    align: "right",
    cellClass: "pl-3 whitespace-nowrap",
    cell: ({ returns }) => returns,
  },
  {
    header: texts.chance,
    align: "right",
    cellClass: "pl-3 whitespace-nowrap",
    cell: ({ weight }) => `${inHundredths(weight)}%`,
  },
];

/** 1.20x, and 30x where nothing follows the point. */
function short(x100: number): string {
  return x100 % 100 === 0 ? `${x100 / 100}x` : `${inHundredths(x100)}x`;
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="bg-ink-900 px-4 py-2.5">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="text-base font-semibold">{children}</dd>
    </div>
  );
}
