import { Bomb, Dices } from "lucide-react";
import { useRef } from "react";
import { useBalance } from "@/features/wallet/balance";
import { Button } from "@/ui/Button";
import { formatPoints } from "@/ui/format/numbers";
import { Coin } from "@/ui/Points";
import { BetField } from "../common/BetField";
import { BetMessages, useIsActive } from "../common/BetMessages";
import { BetPanel } from "../common/BetPanel";
import { chancePercent } from "../common/fraction";
import { Key } from "../common/Key";
import { OddsCell, OddsGrid } from "../common/OddsGrid";
import { ReturnPreview } from "../common/ReturnPreview";
import { hundredthsText } from "../common/tables/reading";
import { useBetKeys } from "../common/use-bet-keys";
import { useGameKeys } from "../common/use-game-keys";
import { useChosen } from "./chosen";
import { MinesField } from "./MinesField";
import { type MinesRound, payoutAt, returnText, shareOf, TILES } from "./model";
import { minesMultiplier, minesReturn, minesSurvival, nextSurvival } from "./odds";
import { cashOut, minesTable, revealRandom, useMinesTable } from "./table";
import * as texts from "./texts/en";

/** Everything one sets before a round; during it, what one can do beside the board. */
export function Controls({ isOpen }: { isOpen: boolean }) {
  const round = useMinesTable((table) => (table.round?.isOpen === true ? table.round : null));
  useGameKeys({ c: cashOut, r: revealRandom });
  return round === null ? <BeforeRound isOpen={isOpen} /> : <DuringRound round={round} />;
}

function BeforeRound({ isOpen }: { isOpen: boolean }) {
  const { betText, phase, notice, round } = useMinesTable();
  const { table, bet, betProblem, shownBet, mines, minesProblem, gems } = useChosen();
  const balance = useBalance();
  const isActive = useIsActive();
  const isEmpty = balance < table.minBet;
  const canStart = isOpen && isActive && bet !== null && minesProblem === null;
  const button = useRef<HTMLButtonElement>(null);
  useBetKeys(button);
  const isWaiting = phase === "reading" || phase === "asking" || phase === "showing";
  const returns =
    shownBet === null ? null : payoutAt(shownBet, minesMultiplier(table, mines, gems));
  const start = () => {
    if (!canStart) return;
    // The result of the last round needs no second look once the next one is asked for.
    if (round !== null) minesTable.clear();
    void minesTable.make({ kind: "start", bet, mines });
  };

  return (
    <BetPanel
      onSubmit={start}
      settings={
        <>
          <BetField
            text={betText}
            onTextChange={minesTable.setBetText}
            limits={table}
            balance={balance}
            problem={isEmpty ? null : betProblem}
            disabled={phase === "asking"}
          />
          <MinesField disabled={phase === "asking"} />
          <ReturnPreview condition={texts.winCondition(gems)} bet={shownBet} returns={returns} />
          <OddsGrid>
            <OddsCell name={texts.planChance(gems)}>
              {chancePercent(minesSurvival(table, mines, gems))}%
            </OddsCell>
            <OddsCell name={texts.averageReturn}>
              {shownBet === null
                ? "–"
                : `${returnText(minesReturn(table, { bet: shownBet, mines, gems }))}%`}
            </OddsCell>
            <OddsCell name={texts.firstPick}>
              {chancePercent(nextSurvival(table, mines, 0))}%
            </OddsCell>
            <OddsCell name={texts.topMultiplier}>
              {hundredthsText(table.caps[mines - 1] ?? 0)}×
            </OddsCell>
          </OddsGrid>
        </>
      }
      messages={<BetMessages isEmpty={isEmpty} notice={notice} win={{ bet: shownBet, returns }} />}
      action={
        <div className="flex flex-col gap-2.5">
          <Button
            ref={button}
            type="submit"
            tone="gold"
            size="lg"
            icon={<Bomb aria-hidden="true" className="size-5" />}
            disabled={!canStart}
            busy={isWaiting && canStart}
            className="w-full"
          >
            {texts.startGame}
          </Button>
          <p className="text-center text-xs text-muted max-lg:hidden">
            {texts.startKeys((name) => (
              <Key>{name}</Key>
            ))}
          </p>
        </div>
      }
    />
  );
}

function DuringRound({ round }: { round: MinesRound }) {
  const { phase, isSlow, notice } = useMinesTable();
  const { table } = useChosen();
  const points = payoutAt(round.bet, round.multiplier);
  const next = round.nextMultiplier;
  const isBusy = phase !== "idle";
  // The average return of both plans at hand, as stated before the round.
  const aims = [round.gems, round.gems + 1].filter(
    (gems) => gems > 0 && gems <= TILES - round.mines,
  );
  return (
    <BetPanel
      settings={
        <>
          <p className="flex items-center justify-between text-sm text-muted">
            <span className="inline-flex items-center gap-1.5">
              {texts.bet} <Coin className="size-4" />
              <span className="font-semibold text-text">{formatPoints(round.bet)}</span>
            </span>
            <span>
              {texts.minesLaid(round.mines, (count) => (
                <span className="font-semibold text-text">{count}</span>
              ))}
            </span>
          </p>
          <OddsGrid>
            <OddsCell name={texts.nextPick}>
              {round.nextSurvival === null ? "–" : `${chancePercent(shareOf(round.nextSurvival))}%`}
            </OddsCell>
            <OddsCell name={texts.nextGemReturns}>
              {next === null ? "–" : formatPoints(payoutAt(round.bet, next))}
            </OddsCell>
            {aims.map((gems) => (
              <OddsCell key={gems} name={texts.returnAt(gems)}>
                {returnText(minesReturn(table, { bet: round.bet, mines: round.mines, gems }))}%
              </OddsCell>
            ))}
          </OddsGrid>
        </>
      }
      messages={<BetMessages isEmpty={false} notice={notice} />}
      action={
        <div className="flex flex-col gap-2.5">
          <Button
            tone="gold"
            size="lg"
            disabled={round.gems === 0}
            busy={round.gems > 0 && (isSlow || phase === "reading")}
            aria-disabled={isBusy}
            onClick={cashOut}
            className="w-full"
          >
            {round.gems === 0 ? texts.findGem : texts.cashOut(points)}
          </Button>
          <Button
            icon={<Dices aria-hidden="true" className="size-4.5" />}
            aria-disabled={isBusy}
            onClick={revealRandom}
            className="w-full"
          >
            {texts.randomTile}
          </Button>
          <p className="text-center text-xs text-muted max-lg:hidden">
            {texts.roundKeys((name) => (
              <Key>{name}</Key>
            ))}
          </p>
        </div>
      }
    />
  );
}
