import { create } from "zustand";
import { currentBalance } from "@/features/wallet/balance";
import { prefersReducedMotion } from "@/ui/motion";
import { api } from "@/wire/http";
import type { AutoWords } from "../common/auto";
import type { BetLimits } from "../common/bet";
import { onMemberChange } from "../common/chosen-bet";
import { idleTable, instantTable, type TableState } from "../common/instant-table";
import { coveredBet, readSlotRound, type SlotRound, type SlotRules, STATED_RULES } from "./model";
import { nothingPresented, Presentation, type Presented } from "./presentation";
import { cues, restSound, wakeSound } from "./sound";
import * as texts from "./texts/en";

/** From the start of one spin of a run to the start of the next, at least. */
const AUTO_INTERVAL_MS = 900;

export const SLOT_WORDS: AutoWords = { ...texts.autoRun, endless: true };

type SlotTable = TableState<SlotRound> & Presented & { turbo: boolean };

/** The slot of this window. */
export const useSlotTable = create<SlotTable>(() => ({
  ...idleTable,
  ...nothingPresented,
  betText: "10",
  turbo: false,
}));

const reels = new Presentation((part) => useSlotTable.setState(part), cues);
const isInRun = () => useSlotTable.getState().run !== null;

/** Reads an answer. With less motion its board is shown at once. */
function readAnswer(record: Parameters<typeof readSlotRound>[0]): SlotRound | null {
  const round = readSlotRound(record);
  if (round !== null && prefersReducedMotion()) reels.set(round, isInRun());
  return round;
}

const instant = instantTable(useSlotTable, {
  id: "slot",
  words: SLOT_WORDS,
  autoIntervalMs: AUTO_INTERVAL_MS,
  stake: (bet: number) => bet,
  body: (bet) => ({ bet }),
  send: (body, headers) => api.POST("/api/games/slot/bet", { body, headers }),
  onAsk: () => reels.begin(useSlotTable.getState().turbo),
  onRefusal: () => reels.refuse(),
  restore: (round) => reels.set(round, false),
  read: readAnswer,
  show: (round) => reels.show(round, isInRun()),
});

/** Makes the bet a step that the balance covers, where there is one. */
function coverBet(): void {
  const chosen = Number(useSlotTable.getState().betText);
  const covered = coveredBet(chosen, currentBalance(), rules);
  if (covered !== null) useSlotTable.setState({ betText: String(covered) });
}

let rules: SlotRules = STATED_RULES;

// After the table itself, which takes any whole number.
onMemberChange(() => coverBet());

function limitsOf({ betSteps }: SlotRules): BetLimits {
  const [smallest = 1] = betSteps;
  return { minBet: smallest, maxBet: betSteps.at(-1) ?? smallest };
}

export const slotTable = {
  ...instant,
  play: (bet: number): Promise<void> => {
    wakeSound();
    return instant.play(bet);
  },
  startAuto: (...[bet, plan]: Parameters<typeof instant.startAuto>): Promise<void> => {
    wakeSound();
    return instant.startAuto(bet, plan);
  },
  /** Shows the end of the spin that is under way. */
  skip: reels.skip,
  dismissCelebration: reels.dismiss,
  toggleTurbo: () => useSlotTable.setState(({ turbo }) => ({ turbo: !turbo })),
  /** The page was opened: it begins with a bet that the balance covers. */
  enter: (stated: SlotRules) => {
    rules = stated;
    instant.enter(limitsOf(rules));
    coverBet();
  },
  setLimits: (stated: SlotRules) => {
    rules = stated;
    instant.setLimits(limitsOf(rules));
    if (!useSlotTable.getState().hasChosenBet) coverBet();
  },
  /** The page was left: what is under way finishes unseen. */
  leave: () => {
    instant.leave();
    reels.abandon();
    restSound();
  },
};
