import { Dialog } from "@/ui/Dialog";
import { formatPoints } from "@/ui/format/numbers";
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
import { useSlotTable } from "./table";

/** What pays, how often, and what the bet that is set gives back on average. */
export default function Paytable({ open, onClose }: { open: boolean; onClose: () => void }) {
  const rules = useSlotRules();
  const bet = Number(useSlotTable((table) => table.betText));
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Paytable"
      description="Only bones pay. Each carries a printed value, and the values add up to your multiplier. Other symbols never pay."
    >
      <WithOdds>
        <Tiers rules={rules} bet={bet} />
        <dl className="mt-4 grid shrink-0 grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line text-sm">
          <Fact name={`Average return at a bet of ${bet}`}>{averageReturn(bet, rules)}%</Fact>
          <Fact name="Chance of any win">{winChance(rules)}%</Fact>
        </dl>
      </WithOdds>
      <h3 className="mt-6 text-lg">The rules of the board</h3>
      <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 text-sm text-muted marker:text-gold-500">
        <li>
          The server draws the multiplier first, then which cells hold the bones, and how the
          multiplier is split over them. A bone is worth at least {inHundredths(rules.minBone)}x.
        </li>
        <li>A board without bones is no win. No board is arranged to look like a near win.</li>
        <li>
          Each row is filled with symbols so that no two neighbours are equal. They are only
          decoration, and a bone covers the symbol in its cell.
        </li>
        <li>
          Your bet times the multiplier is paid in whole points; the fraction is dropped. That is
          why small bets return a little less.
        </li>
        <li>Turbo, auto and skipping change how long you look, never what was drawn.</li>
      </ul>
      <h3 className="mt-6 text-lg">Names of wins</h3>
      <p className="mt-2 text-sm text-muted">
        {Object.entries(LABELS_FROM)
          .map(([label, from]) => `${label} from ${from / 100}x`)
          .join(", ")}
        .
      </p>
    </Dialog>
  );
}

function Tiers({ rules, bet }: { rules: SlotRules; bet: number }) {
  const noWin = 10_000 - rules.tiers.reduce((sum, tier) => sum + tier.weight, 0);
  return (
    <table className="mt-5 w-full text-sm">
      <thead>
        <tr className="text-xs text-muted [&>th]:pb-2 [&>th]:font-medium">
          <th scope="col" className="text-left">
            Bones
          </th>
          <th scope="col" className="text-right">
            Multiplier
          </th>
          <th scope="col" className="text-right">
            Returns
          </th>
          <th scope="col" className="text-right">
            Chance
          </th>
        </tr>
      </thead>
      <tbody className="[&_td]:border-t [&_td]:border-line [&_td]:py-2.5 [&_td]:pl-3 [&_td]:text-right [&_td]:whitespace-nowrap [&_th]:border-t [&_th]:border-line [&_th]:py-2.5 [&_th]:text-left">
        {rules.tiers.toReversed().map((tier) => (
          <tr key={tier.lo}>
            <th scope="row" className="font-semibold text-gold-300">
              {tier.bones}
            </th>
            <td className="font-semibold">
              {short(tier.lo)} to {short(tier.hi)}
            </td>
            <td>
              {formatPoints(payoutOf(bet, tier.lo))} to {formatPoints(payoutOf(bet, tier.hi))}
            </td>
            <td>{inHundredths(tier.weight)}%</td>
          </tr>
        ))}
        <tr className="text-muted">
          <th scope="row" className="font-normal">
            None
          </th>
          <td>No win</td>
          <td>0</td>
          <td>{inHundredths(noWin)}%</td>
        </tr>
      </tbody>
    </table>
  );
}

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
