import { create } from "zustand";
import { currentBalance } from "@/features/wallet/balance";
import { api } from "@/wire/http";
import type { AutoWords } from "../common/auto";
import type { BetLimits } from "../common/bet";
import { onMemberChange } from "../common/chosen-bet";
import { idleTable, instantTable, type TableState } from "../common/instant-table";
import {
  type Bets,
  type ChipValue,
  chipValues,
  doubled,
  isEmpty,
  noBets,
  stakeProblem,
  totalOf,
  wireBets,
  withChip,
  withoutChip,
} from "./chips";
import { type RouletteRound, readRouletteRound } from "./model";
import * as texts from "./texts/en";

/** How long wheel and ball run, unless the member presses on the wheel. */
export const SPIN_MS = 3_800;
/** The chip of a table that was just opened, where the balance allows it. */
const USUAL_CHIP = 5;
/** How many changes of the bets can be undone. */
const UNDO_MAX = 100;

export const ROULETTE_WORDS: AutoWords = { ...texts.autoRun, endless: false };

type RouletteState = TableState<RouletteRound> & {
  /** The bets that the next spin takes. */
  placed: Bets;
  /** What they were before each change, the latest last. */
  past: readonly Bets[];
  chip: ChipValue;
  /** Why the last chip was not taken. */
  refusal: string | null;
};

/** The roulette table of this window. */
export const useRouletteTable = create<RouletteState>(() => ({
  ...idleTable,
  betText: "",
  placed: noBets,
  past: [],
  chip: USUAL_CHIP,
  refusal: null,
}));

// The bets of one member must not be placed by the next one.
onMemberChange(() => {
  useRouletteTable.setState({ placed: noBets, past: [], refusal: null, hasChosenBet: false });
  setOpeningChip();
});

let endSpin: () => void = () => undefined;

const instant = instantTable(useRouletteTable, {
  id: "roulette",
  words: ROULETTE_WORDS,
  autoIntervalMs: SPIN_MS,
  stake: totalOf,
  body: (bets: Bets) => ({ bets: wireBets(bets) }),
  send: (body, headers) => api.POST("/api/games/roulette/bet", { body, headers }),
  // From here on the chips on show are those of the round.
  onTaken: () => useRouletteTable.setState({ placed: noBets, past: [] }),
  read: readRouletteRound,
  show: () =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, SPIN_MS);
      endSpin = () => {
        clearTimeout(timer);
        resolve();
      };
    }),
});

/** The highest bet of the rules in force. */
let maxBet = USUAL_CHIP;

export const rouletteTable = {
  ...instant,
  enter: (limits: BetLimits): void => {
    instant.enter(limits);
    maxBet = limits.maxBet;
    if (!useRouletteTable.getState().hasChosenBet) setOpeningChip();
  },
  setLimits: (limits: BetLimits): void => {
    const isSame = limits.maxBet === maxBet;
    maxBet = limits.maxBet;
    if (!isSame && !useRouletteTable.getState().hasChosenBet) setOpeningChip();
  },
};

/** Ends the spin that is being shown. */
export function skipSpin(): void {
  endSpin();
}

/** The chips on show: those of the round that is shown, until a new bet is placed. */
export function chipsOnShow({ placed, showing, shown }: RouletteState): Bets {
  if (showing !== null) return showing.bets;
  return isEmpty(placed) && shown !== null ? shown.bets : placed;
}

/** The round whose result lies on the table. */
export function settledRound({ phase, placed, shown }: RouletteState): RouletteRound | null {
  return phase === "idle" && isEmpty(placed) ? shown : null;
}

/** Takes new bets over, or says why not. The bets of a spin that is under way stay as they are. */
function change(next: Bets, limits: BetLimits): void {
  const { phase, placed, past } = useRouletteTable.getState();
  if (phase !== "idle") return;
  const grows = totalOf(next) > totalOf(placed);
  const refusal = grows ? stakeProblem(totalOf(next), limits, currentBalance()) : null;
  if (refusal !== null) return useRouletteTable.setState({ refusal });
  useRouletteTable.setState({
    placed: next,
    past: [...past, placed].slice(-UNDO_MAX),
    refusal: null,
    notice: null,
  });
}

/** Until the member has chosen a chip, it is at most a tenth of the balance. */
function setOpeningChip(): void {
  const most = Math.min(USUAL_CHIP, maxBet, currentBalance() / 10);
  useRouletteTable.setState({ chip: chipValues.findLast((value) => value <= most) ?? 1 });
}

export function setChip(chip: ChipValue): void {
  useRouletteTable.setState({ chip, hasChosenBet: true, refusal: null });
}

export function placeChip(id: string, limits: BetLimits): void {
  placeAmount(id, useRouletteTable.getState().chip, limits);
}

export function placeAmount(id: string, amount: number, limits: BetLimits): void {
  change(withChip(useRouletteTable.getState().placed, id, amount), limits);
}

/** Takes the chosen chip away from a spot. */
export function takeChip(id: string, limits: BetLimits): void {
  const { placed, chip } = useRouletteTable.getState();
  if (placed[id] !== undefined) change(withoutChip(placed, id, chip), limits);
}

/** Takes everything away from a spot. */
export function clearSpot(id: string, limits: BetLimits): void {
  const { placed } = useRouletteTable.getState();
  change(withoutChip(placed, id, Number.POSITIVE_INFINITY), limits);
}

export function doubleBets(limits: BetLimits): void {
  change(doubled(useRouletteTable.getState().placed), limits);
}

export function clearBets(limits: BetLimits): void {
  change(noBets, limits);
}

/** Places the bets of an earlier round again. */
export function repeatBets(bets: Bets, limits: BetLimits): void {
  change(bets, limits);
}

export function undo(): void {
  const { phase, past } = useRouletteTable.getState();
  const placed = past.at(-1);
  if (phase !== "idle" || placed === undefined) return;
  useRouletteTable.setState({ placed, past: past.slice(0, -1), refusal: null });
}
