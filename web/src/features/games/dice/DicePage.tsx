import { useAvailability } from "../common/availability";
import { GameFrame } from "../common/GameFrame";
import { RecentRounds } from "../common/RecentRounds";
import { perMember, useVisit } from "../common/visit";
import { Controls } from "./Controls";
import { dice } from "./game";
import { type DiceRound, readDiceRound } from "./model";
import { useDiceRules } from "./rules";
import { Scale } from "./Scale";
import { TargetRow } from "./TargetRow";
import { diceTable, useDiceTable } from "./table";
import * as texts from "./texts/en";

/** /games/dice */
export const DicePage = perMember(function Page() {
  const availability = useAvailability("dice");
  const isShort = useDiceTable((table) => table.isShort);
  const isRunning = useDiceTable((table) => table.run !== null);
  useVisit(diceTable, useDiceRules());

  return (
    <GameFrame
      game={dice}
      availability={availability}
      isRunning={isRunning}
      isShort={isShort}
      onShortageSeen={diceTable.dismissShortage}
      table={<Table />}
      controls={<Controls isOpen={availability.state === "open"} />}
      recent={<Recent />}
    />
  );
});

function Table() {
  return (
    <>
      <Scale />
      <TargetRow />
    </>
  );
}

function Recent() {
  const showingId = useDiceTable((table) => table.showing?.id);
  return (
    <RecentRounds
      game="dice"
      texts={texts.recentRounds}
      read={readDiceRound}
      hiddenId={showingId}
      chip={chipOf}
    />
  );
}

function chipOf(round: DiceRound) {
  return { text: round.roll, said: texts.recentRoll(round.roll, round.won), good: round.won };
}
