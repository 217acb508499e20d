import { TableProperties } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "@/ui/Button";
import { formatPoints } from "@/ui/format/numbers";
import { useAvailability } from "../common/availability";
import { GameFrame } from "../common/GameFrame";
import { type Round } from "../common/queries";
import { RecentRounds } from "../common/RecentRounds";
import { perMember, useVisit } from "../common/visit";
import { Controls } from "./Controls";
import { FeltTable } from "./FeltTable";
import { blackjack } from "./game";
import { type BlackjackRound, readBlackjackRound, verdictOf } from "./model";
import { useBlackjackRules } from "./rules";
import { blackjackTable, useBlackjackTable } from "./table";
import * as texts from "./texts/en";

const StrategySheet = lazy(() => import("./StrategySheet"));

/** How long the result of a round stands before a closed game is covered. */
const CLOSING_MS = 2_500;

/** /games/blackjack */
export const BlackjackPage = perMember(function Page() {
  const availability = useAvailability("blackjack");
  const isShort = useBlackjackTable((table) => table.isShort);
  const isRunning = useBlackjackTable((table) => table.round?.isOpen === true);
  const isOnTable = useBlackjackTable((table) => table.round !== null || table.asked !== null);
  const isEnded = useBlackjackTable(
    ({ phase, round }) => phase === "idle" && round?.isOpen === false,
  );
  useVisit(blackjackTable, useBlackjackRules().table);
  const isClosing = isEnded && availability.state !== "open";
  useEffect(() => {
    if (!isClosing) return;
    const timer = setTimeout(blackjackTable.clear, CLOSING_MS);
    return () => clearTimeout(timer);
  }, [isClosing]);

  return (
    <GameFrame
      game={blackjack}
      availability={availability}
      hasOpenRound={isOnTable}
      isRunning={isRunning}
      isShort={isShort}
      onShortageSeen={blackjackTable.dismissShortage}
      actions={<StrategyButton />}
      table={<FeltTable />}
      controls={<Controls isOpen={availability.state === "open"} />}
      recent={<Recent />}
    />
  );
});

function StrategyButton() {
  const [sheet, setSheet] = useState<{ open: boolean } | null>(null);
  return (
    <>
      <Button
        tone="ghost"
        size="sm"
        icon={<TableProperties aria-hidden="true" className="size-4.5" />}
        onClick={() => setSheet({ open: true })}
      >
        <span className="max-[25rem]:sr-only">{texts.strategy}</span>
      </Button>
      {sheet !== null && (
        <Suspense fallback={null}>
          <StrategySheet open={sheet.open} onOpenChange={(open) => setSheet({ open })} />
        </Suspense>
      )}
    </>
  );
}

function Recent() {
  const hiddenId = useBlackjackTable(({ phase, showing }) =>
    phase === "showing" ? showing?.id : undefined,
  );
  return (
    <RecentRounds
      game="blackjack"
      texts={texts.recentRounds}
      read={readEnded}
      hiddenId={hiddenId}
      chip={chipOf}
    />
  );
}

function readEnded(record: Round): BlackjackRound | null {
  const round = readBlackjackRound(record);
  return round === null || round.isOpen ? null : round;
}

function chipOf(round: BlackjackRound) {
  const verdict = verdictOf(round);
  const net = verdict?.net ?? 0;
  const signed = net === 0 ? "" : ` ${net > 0 ? "+" : "−"}${formatPoints(Math.abs(net))}`;
  const name = round.outcome === null ? texts.recentOpen : texts.recentOutcomes[round.outcome];
  return {
    text: `${name}${signed}`,
    said: `${verdict?.title ?? name}${signed}`,
    good: net > 0,
  };
}
