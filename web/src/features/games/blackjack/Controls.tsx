import { Spade } from "lucide-react";
import { useEffect, useRef } from "react";
import { useBalance } from "@/features/wallet/balance";
import { Button } from "@/ui/Button";
import { formatPoints } from "@/ui/format/numbers";
import { BetField } from "../common/BetField";
import { BetMessages, useIsActive } from "../common/BetMessages";
import { BetPanel } from "../common/BetPanel";
import { readBet } from "../common/bet";
import { Key } from "../common/Key";
import { OddsCell, OddsGrid } from "../common/OddsGrid";
import { ReturnPreview } from "../common/ReturnPreview";
import { useBetKeys } from "../common/use-bet-keys";
import { useGameKeys } from "../common/use-game-keys";
import { Actions } from "./Actions";
import { averageReturn, naturalReturn } from "./model";
import { useBlackjackRules } from "./rules";
import { act, blackjackTable, useBlackjackTable } from "./table";
import * as texts from "./texts/en";

/** The bet and the deal before a round, the moves during it. */
export function Controls({ isOpen }: { isOpen: boolean }) {
  const { round, asked, notice } = useBlackjackTable();
  useGameKeys({
    h: () => act("hit"),
    s: () => act("stand"),
    d: () => act("double"),
    i: () => act("insure"),
    n: () => act("decline"),
  });
  const open = round?.isOpen === true && asked?.kind !== "deal" ? round : null;
  return open === null ? (
    <BeforeDeal isOpen={isOpen} />
  ) : (
    <BetPanel
      settings={
        <>
          <Odds bet={open.bet} />
          <HouseRules />
        </>
      }
      messages={<BetMessages isEmpty={false} notice={notice} />}
      action={<Actions round={open} />}
    />
  );
}

function BeforeDeal({ isOpen }: { isOpen: boolean }) {
  const { table } = useBlackjackRules();
  const { betText, phase, notice, round } = useBlackjackTable();
  const balance = useBalance();
  const isActive = useIsActive();
  const reading = readBet(betText, table, balance);
  // What a win returns is stated for bets above the balance too.
  const shownBet = readBet(betText, table, Number.POSITIVE_INFINITY).bet;
  const isEmpty = balance < table.minBet;
  const canDeal = isOpen && isActive && reading.bet !== null;
  const button = useRef<HTMLButtonElement>(null);
  useBetKeys(button);
  // Back from the moves: the keyboard is where the next deal is.
  useEffect(() => {
    if (round !== null && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
  }, [round]);
  const deal = () => {
    if (canDeal && reading.bet !== null)
      void blackjackTable.make({ kind: "deal", bet: reading.bet });
  };
  return (
    <BetPanel
      onSubmit={deal}
      settings={
        <>
          <BetField
            text={betText}
            onTextChange={blackjackTable.setBetText}
            limits={table}
            balance={balance}
            problem={isEmpty ? null : reading.problem}
            disabled={phase === "asking" || phase === "showing"}
          />
          <ReturnPreview
            condition={texts.winCondition}
            bet={shownBet}
            returns={shownBet === null ? null : 2 * shownBet}
          />
          <Odds bet={shownBet} />
          <HouseRules />
        </>
      }
      messages={<BetMessages isEmpty={isEmpty} notice={notice} />}
      action={
        <div className="flex flex-col gap-2.5">
          <Button
            ref={button}
            type="submit"
            tone="gold"
            size="lg"
            icon={<Spade aria-hidden="true" className="size-5" />}
            disabled={!canDeal}
            busy={canDeal && phase !== "idle"}
            className="w-full"
          >
            {round === null ? texts.deal : texts.dealAgain}
          </Button>
          <p className="text-center text-xs text-muted max-lg:hidden">
            {texts.dealKeys((name) => (
              <Key>{name}</Key>
            ))}
          </p>
        </div>
      }
    />
  );
}

/** What the bet as it stands gives back on average (docs/games.md, section 7). */
function Odds({ bet }: { bet: number | null }) {
  const { bestReturn } = useBlackjackRules();
  return (
    <OddsGrid>
      <OddsCell name={texts.bestReturn}>{bet === null ? "–" : `${bestReturn(bet)}%`}</OddsCell>
      <OddsCell name={texts.chartReturn}>
        {bet === null ? "–" : `${averageReturn(bet, "chart")}%`}
      </OddsCell>
      <OddsCell name={texts.naturalReturns}>
        {bet === null ? "–" : formatPoints(naturalReturn(bet))}
      </OddsCell>
      <OddsCell name={texts.naturalChance}>4.649%</OddsCell>
    </OddsGrid>
  );
}

function HouseRules() {
  return <p className="text-sm text-muted">{texts.houseRules}</p>;
}
