import { X } from "lucide-react";
import { IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { chancePercent, percent } from "../common/fraction";
import { useAreOddsMissing } from "../common/Odds";
import { OddsCell, OddsGrid } from "../common/OddsGrid";
import { fraction } from "../common/odds/exact";
import { outlook, placedSpots } from "./chips";
import { spotName } from "./layout";
import { rouletteReturn } from "./odds";
import { useRouletteRules } from "./rules";
import { chipsOnShow, clearSpot, settledRound, useRouletteTable } from "./table";
import * as texts from "./texts/en";

/** Every bet in words with what it returns, and after a spin what it paid. */
export function BetList() {
  const rules = useRouletteRules();
  const table = useRouletteTable();
  const settled = settledRound(table);
  const placed = placedSpots(chipsOnShow(table));
  const isLocked = table.phase !== "idle" || settled !== null;
  const areOddsMissing = useAreOddsMissing();
  return (
    <Card className="flex min-w-0 flex-col p-4 sm:p-6">
      <h2 className="text-lg">{settled === null ? texts.yourBets : texts.paidBets}</h2>
      {placed.length === 0 && <p className="mt-2 text-sm text-muted">{texts.noBets}</p>}
      <ul className="mt-2 divide-y divide-line">
        {placed.map(({ spot, amount }) => {
          const returns = amount * rules.returns[spot.kind];
          const paid = settled?.paid[spot.id];
          return (
            <li key={spot.id} className="flex min-h-11 items-center gap-3 text-sm">
              <span className="min-w-0 flex-1">{spotName(spot)}</span>
              <span className="font-semibold">{formatPoints(amount)}</span>
              <span
                className={cx(
                  "w-28 text-right",
                  paid === undefined
                    ? "text-muted"
                    : paid > 0
                      ? "font-semibold text-win"
                      : "text-muted",
                )}
              >
                {paid === undefined
                  ? !areOddsMissing && texts.returns(formatPoints(returns))
                  : paid > 0
                    ? texts.paid(formatPoints(paid))
                    : texts.lost}
              </span>
              {!isLocked && (
                <IconButton
                  label={texts.takeAway(spotName(spot))}
                  onClick={() => clearSpot(spot.id, rules)}
                >
                  <X aria-hidden="true" className="size-4" />
                </IconButton>
              )}
            </li>
          );
        })}
      </ul>
      <Outlook />
    </Card>
  );
}

/** The exact odds of the bets as they lie (docs/games.md, section 9). */
function Outlook() {
  const rules = useRouletteRules();
  const placed = useRouletteTable((table) => table.placed);
  const { total, highest, profitable } = outlook(placed, rules);
  const dash = total === 0;
  return (
    <div className="mt-auto pt-4">
      <OddsGrid>
        <OddsCell name={texts.pointsPlaced}>{formatPoints(total)}</OddsCell>
        <OddsCell name={texts.averageReturn}>
          {percent(rouletteReturn(rules, "straight"), 2)}%
        </OddsCell>
        <OddsCell name={texts.profitChance}>
          {dash ? "–" : `${chancePercent(fraction(profitable, 37))}%`}
        </OddsCell>
        <OddsCell name={texts.highestReturn}>{dash ? "–" : formatPoints(highest)}</OddsCell>
      </OddsGrid>
    </div>
  );
}
