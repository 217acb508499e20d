import { useAvailability } from "../common/availability";
import { GameFrame } from "../common/GameFrame";
import { RecentRounds } from "../common/RecentRounds";
import { hundredthsText } from "../common/tables/reading";
import { perMember, useVisit } from "../common/visit";
import { Controls } from "./Controls";
import { Gauge } from "./Gauge";
import { limbo } from "./game";
import { type LimboRound, readLimboRound } from "./model";
import { useLimboRules } from "./rules";
import { TargetRow } from "./TargetRow";
import { limboTable, useLimboTable } from "./table";
import * as texts from "./texts/en";

/** /games/limbo */
export const LimboPage = perMember(function Page() {
  const availability = useAvailability("limbo");
  const isShort = useLimboTable((table) => table.isShort);
  const isRunning = useLimboTable((table) => table.run !== null);
  useVisit(limboTable, useLimboRules());

  return (
    <GameFrame
      game={limbo}
      availability={availability}
      isRunning={isRunning}
      isShort={isShort}
      onShortageSeen={limboTable.dismissShortage}
      table={<Table />}
      controls={<Controls isOpen={availability.state === "open"} />}
      recent={<Recent />}
    />
  );
});

function Table() {
  return (
    <>
      <Gauge />
      <TargetRow />
    </>
  );
}

function Recent() {
  const showingId = useLimboTable((table) => table.showing?.id);
  return (
    <RecentRounds
      game="limbo"
      texts={texts.recentRounds}
      read={readLimboRound}
      hiddenId={showingId}
      chip={chipOf}
    />
  );
}

function chipOf(round: LimboRound) {
  const text = `${hundredthsText(round.reached)}×`;
  return { text, said: texts.recentRoll(text, round.won), good: round.won };
}
