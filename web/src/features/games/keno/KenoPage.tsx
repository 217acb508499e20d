import { useAvailability } from "../common/availability";
import { GameFrame } from "../common/GameFrame";
import { RecentRounds } from "../common/RecentRounds";
import { perMember, useVisit } from "../common/visit";
import { Board } from "./Board";
import { Controls } from "./Controls";
import { keno } from "./game";
import { type KenoRound, readKenoRound } from "./model";
import { ChanceTable, PayoutRow } from "./Payouts";
import { PickRow } from "./PickRow";
import { useKenoRules } from "./rules";
import { Tray } from "./Tray";
import { kenoTable, useKenoTable } from "./table";
import * as texts from "./texts/en";

/** /games/keno */
export const KenoPage = perMember(function Page() {
  const availability = useAvailability("keno");
  const isShort = useKenoTable((table) => table.isShort);
  const isRunning = useKenoTable((table) => table.run !== null);
  useVisit(kenoTable, useKenoRules());

  return (
    <GameFrame
      game={keno}
      availability={availability}
      isRunning={isRunning}
      isShort={isShort}
      onShortageSeen={kenoTable.dismissShortage}
      table={<Table />}
      controls={<Controls isOpen={availability.state === "open"} />}
      recent={<Recent />}
      below={<ChanceTable />}
    />
  );
});

function Table() {
  return (
    <>
      <Tray />
      <Board />
      <PickRow />
      <PayoutRow />
    </>
  );
}

function Recent() {
  const showingId = useKenoTable((table) => table.showing?.id);
  return (
    <RecentRounds
      game="keno"
      texts={texts.recentRounds}
      read={readKenoRound}
      hiddenId={showingId}
      chip={chipOf}
    />
  );
}

function chipOf({ hits, picks, payout, staked }: KenoRound) {
  return {
    text: `${hits}/${picks.length}`,
    said: texts.recentDraw(hits, picks.length),
    good: payout > staked,
  };
}
