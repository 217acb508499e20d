import { useQuery } from "@tanstack/react-query";
import { useAvailability } from "../common/availability";
import { GameFrame } from "../common/GameFrame";
import { historyQuery } from "../common/queries";
import { RecentRounds } from "../common/RecentRounds";
import { perMember, useVisit } from "../common/visit";
import { AddBet } from "./AddBet";
import { BetList } from "./BetList";
import { Board } from "./Board";
import { Controls } from "./Controls";
import { roulette } from "./game";
import { type RouletteRound, readRouletteRound } from "./model";
import { Result } from "./Result";
import { useRouletteRules } from "./rules";
import { rouletteTable, useRouletteTable } from "./table";
import * as texts from "./texts/en";
import { Wheel } from "./Wheel";

/** /games/roulette */
export const RoulettePage = perMember(function Page() {
  const availability = useAvailability("roulette");
  const isShort = useRouletteTable((table) => table.isShort);
  useVisit(rouletteTable, useRouletteRules());

  return (
    <GameFrame
      game={roulette}
      availability={availability}
      isRunning={false}
      isShort={isShort}
      onShortageSeen={rouletteTable.dismissShortage}
      isWide
      table={<Table />}
      tableClass="isolate gap-2 sm:gap-3"
      controls={<Controls isOpen={availability.state === "open"} />}
      recent={<Recent />}
      controlsClass="max-sm:p-3 max-lg:sticky max-lg:bottom-[calc(3.5rem+env(safe-area-inset-bottom)+var(--message-strip))] max-lg:z-5"
      below={
        <div className="mt-4 grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <BetList />
          <AddBet />
        </div>
      }
    />
  );
});

function Table() {
  const newest = useQuery(historyQuery("roulette")).data?.[0];
  const last = newest === undefined ? null : readRouletteRound(newest);
  return (
    <>
      <div className="@container">
        <div className="grid items-center gap-3 @min-[52rem]:grid-cols-[16.5rem_minmax(0,1fr)] @min-[52rem]:gap-6">
          {/* Side by side where the table of bets stands: that leaves it more of the screen. */}
          <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-3 @min-[34rem]:flex @min-[34rem]:flex-col @min-[34rem]:gap-2">
            <Wheel last={last} />
            <Result />
          </div>
          <Board />
        </div>
      </div>
    </>
  );
}

function Recent() {
  const showingId = useRouletteTable((table) => table.showing?.id);
  return (
    <RecentRounds
      game="roulette"
      texts={texts.recentRounds}
      read={readRouletteRound}
      hiddenId={showingId}
      chip={chipOf}
    />
  );
}

function chipOf({ number, colour, payout, staked }: RouletteRound) {
  return {
    text: (
      <span className="flex items-center gap-1">
        <span
          className={`size-2 rounded-[3px] ring-1 ring-line-strong ${marks[colour]}`}
          aria-hidden="true"
        />
        {number}
      </span>
    ),
    said: texts.spin(number, colour),
    good: payout > staked,
  };
}

const marks = {
  green: "bg-[oklch(.5_.12_155)]",
  red: "bg-[oklch(.55_.19_25)]",
  black: "bg-black",
} as const;
