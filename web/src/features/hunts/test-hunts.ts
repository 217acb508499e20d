import type { Hunt, HuntSlot, WholeHunt } from "./model";

/** A slot as the server describes one: not opened, unless the change says what it paid. */
export function aSlot(change: Partial<HuntSlot> = {}): HuntSlot {
  const { bet = 2, amountWon = 0 } = change;
  const times = amountWon / bet;
  return {
    id: "1",
    slotName: "Thunder Wombat",
    provider: "Red Dirt Games",
    calledBy: "matilda",
    betAmount: `$${bet.toFixed(2)}`,
    bet,
    amountWon,
    multiplier: `${times}x`,
    times,
    opened: change.amountWon !== undefined,
    hasTip: false,
    revision: 1,
    ...change,
  };
}

/** A hunt as the list has it: nothing opened of ten. */
export function aHunt(change: Partial<Hunt> = {}): Hunt {
  return {
    id: "7",
    name: "Friday hunt",
    description: "",
    streamerName: "Bruce",
    date: "2026-03-06T09:00:00Z",
    huntDate: "2026-03-06T09:00:00Z",
    createdAt: "2026-03-06T08:00:00Z",
    source: "local",
    status: "live",
    revision: 3,
    detailsTag: "as-made",
    totalSlots: 10,
    openedSlots: 0,
    remainingSlots: 10,
    startingBalance: 100,
    amountWon: 0,
    profitLoss: -100,
    totalValue: 20,
    highestPayout: 0,
    highestMultiplier: 0,
    runningAverage: 0,
    requiredAverage: 5,
    bonus_count_total: 10,
    bonus_count_opened: 0,
    bonus_count_remaining: 10,
    info_start_cost: "$100.00",
    info_amount_won: "$0.00",
    info_highest_payout: "$0.00",
    info_highest_multi: "0x",
    info_running_average: "0x",
    info_required_average: "5x",
    ...change,
  };
}

/** A hunt with its slots, and what follows from them. */
export function aWhole(slots: readonly HuntSlot[], change: Partial<Hunt> = {}): WholeHunt {
  const opened = slots.filter((slot) => slot.opened);
  const amountWon = opened.reduce((won, slot) => won + slot.amountWon, 0);
  return {
    ...aHunt({
      totalSlots: slots.length,
      openedSlots: opened.length,
      remainingSlots: slots.length - opened.length,
      amountWon,
      profitLoss: amountWon - 100,
      highestPayout: Math.max(0, ...opened.map((slot) => slot.amountWon)),
      highestMultiplier: Math.max(0, ...opened.map((slot) => slot.times)),
      ...change,
    }),
    success: true,
    message: "A bonus hunt",
    slots: [...slots],
    bonuses: [],
  };
}
