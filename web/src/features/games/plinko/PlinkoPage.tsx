import { formatPoints } from "@/ui/format/numbers";
import { useAvailability } from "../common/availability";
import { GameFrame } from "../common/GameFrame";
import type { Round } from "../common/queries";
import { RecentRounds } from "../common/RecentRounds";
import { hundredthsIn } from "../common/tables/reading";
import { perMember, useVisit } from "../common/visit";
import { Board } from "./Board";
import { Controls } from "./Controls";
import { plinko } from "./game";
import { multiplierText, type PlinkoRound, readPlinkoRound } from "./model";
import { usePlinkoRules } from "./rules";
import { plinkoTable, usePlinkoTable } from "./table";
import * as texts from "./texts/en";

/** /games/plinko */
export const PlinkoPage = perMember(function Page() {
  const availability = useAvailability("plinko");
  const isShort = usePlinkoTable((table) => table.isShort);
  const isRunning = usePlinkoTable((table) => table.run !== null);
  useVisit(plinkoTable, usePlinkoRules());

  return (
    <GameFrame
      game={plinko}
      availability={availability}
      isRunning={isRunning}
      isShort={isShort}
      onShortageSeen={plinkoTable.dismissShortage}
      table={<Board />}
      controls={<Controls isOpen={availability.state === "open"} />}
      recent={<Recent />}
    />
  );
});

function Recent() {
  const falling = usePlinkoTable((table) => table.falling);
  const readLanded = (record: Round) =>
    falling.some(({ round }) => round.id === record.id) ? null : readPlinkoRound(record);
  return (
    <RecentRounds
      game="plinko"
      texts={texts.recentRounds}
      read={readLanded}
      hiddenId={undefined}
      chip={chipOf}
    />
  );
}

function chipOf({ multiplier, payout, staked }: PlinkoRound) {
  const text = multiplierText(hundredthsIn(multiplier) ?? 0);
  return {
    text,
    said: texts.recentBall(text, formatPoints(payout), formatPoints(staked)),
    good: payout > staked,
  };
}
