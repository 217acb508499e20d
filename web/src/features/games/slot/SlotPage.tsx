import { useAvailability } from "../common/availability";
import { GameFrame } from "../common/GameFrame";
import { RecentRounds } from "../common/RecentRounds";
import { perMember, useVisit } from "../common/visit";
import { Controls } from "./Controls";
import { slot } from "./game";
import { readSlotRound, type SlotRound } from "./model";
import { useSlotRules } from "./rules";
import { Stage, usePlaces } from "./Stage";
import { slotTable, useSlotTable } from "./table";
import * as texts from "./texts/en";
import { useReels } from "./use-reels";

/** /slots/downunder-dawgs */
export const SlotPage = perMember(function Page() {
  const availability = useAvailability("slot");
  const places = usePlaces();
  const reels = useReels(places);
  const isShort = useSlotTable((table) => table.isShort);
  const isRunning = useSlotTable((table) => table.run !== null || table.phase !== "idle");
  useVisit(slotTable, useSlotRules());

  return (
    <GameFrame
      game={slot}
      availability={availability}
      isWide
      isRunning={isRunning}
      isShort={isShort}
      onShortageSeen={slotTable.dismissShortage}
      table={<Stage reels={reels} {...places} />}
      controls={
        <Controls
          isOpen={availability.state === "open" && reels.status !== "failed"}
          isReady={reels.status === "ready"}
        />
      }
      below={<Recent />}
    />
  );
});

function Recent() {
  const showingId = useSlotTable((table) => table.showing?.id);
  return (
    <section aria-label={texts.lastSpins} className="mt-3">
      <RecentRounds
        game="slot"
        texts={texts.recentRounds}
        read={readSlotRound}
        hiddenId={showingId}
        chip={chipOf}
      />
    </section>
  );
}

function chipOf(round: SlotRound) {
  const won = round.bones.length > 0;
  return won
    ? { text: `${round.multiplier}x`, said: texts.recentWin(round.multiplier), good: true }
    : { text: "0x", said: texts.recentLoss, good: false };
}
