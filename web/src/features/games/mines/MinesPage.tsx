import { cx } from "@/ui/cx";
import { useAvailability } from "../common/availability";
import { GameFrame } from "../common/GameFrame";
import { RecentRounds } from "../common/RecentRounds";
import { hundredthsText } from "../common/tables/reading";
import { perMember, useVisit } from "../common/visit";
import { Board } from "./Board";
import { Controls } from "./Controls";
import { mines } from "./game";
import { Ladder } from "./Ladder";
import { type MinesRound, readMinesRound } from "./model";
import { useMinesRules } from "./rules";
import { Announcement, CapNotice, StatusRow } from "./StatusRow";
import { minesTable, useMinesTable } from "./table";
import * as texts from "./texts/en";

/** /games/mines */
export const MinesPage = perMember(function Page() {
  const availability = useAvailability("mines");
  const isShort = useMinesTable((table) => table.isShort);
  const isRunning = useMinesTable((table) => table.round?.isOpen === true);
  // The result of a round is seen to its end before a closed game is covered.
  const isOnTable = useMinesTable((table) => table.round !== null || table.asked !== null);
  useVisit(minesTable, useMinesRules());

  return (
    <GameFrame
      game={mines}
      availability={availability}
      hasOpenRound={isOnTable}
      isRunning={isRunning}
      isShort={isShort}
      onShortageSeen={minesTable.dismissShortage}
      table={<Table />}
      controls={<Controls isOpen={availability.state === "open"} />}
      recent={<Recent isOnTable={isOnTable} />}
      tableClass={cx("gap-2.5 sm:gap-3", isOnTable && "max-lg:before:hidden")}
    />
  );
});

function Table() {
  return (
    <>
      {/* Wide screens have the ladder beside the board, which is the larger for it. */}
      <div className="grid grid-cols-1 gap-2.5 sm:gap-3 xl:grid-cols-[minmax(0,26.5rem)_10.5rem] xl:justify-center xl:gap-x-4">
        <div className="flex min-w-0 flex-col gap-2.5 sm:gap-3">
          <StatusRow />
          <Board />
          <CapNotice />
        </div>
        <Ladder />
      </div>
      <Announcement />
    </>
  );
}

function Recent({ isOnTable }: { isOnTable: boolean }) {
  const showingId = useMinesTable((table) => (table.showing ?? table.round)?.id);
  const isShowing = useMinesTable((table) => table.phase === "showing");
  return (
    <RecentRounds
      game="mines"
      texts={texts.recentRounds}
      read={readEnded}
      hiddenId={isShowing ? showingId : undefined}
      chip={chipOf}
      {...(isOnTable && { className: "max-lg:hidden" })}
    />
  );
}

function readEnded(record: Parameters<typeof readMinesRound>[0]): MinesRound | null {
  const round = readMinesRound(record);
  return round === null || round.isOpen ? null : round;
}

function chipOf(round: MinesRound) {
  const { mines: laid, gems, status } = round;
  if (status === "refunded")
    return { text: texts.refundedChip, said: texts.recentRefunded(laid, gems), good: false };
  const text = `${hundredthsText(status === "lost" ? 0 : round.multiplier)}×`;
  const said = status === "lost" ? texts.recentLost(laid, gems) : texts.recentWon(laid, gems, text);
  return { text, said, good: round.payout > 0 };
}
