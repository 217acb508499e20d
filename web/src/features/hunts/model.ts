import { formatCents } from "@/ui/format/dollars";
import { formatTimes } from "@/ui/format/times";
import { winClass } from "@/ui/win-class";
import type { components } from "@/wire/schema";
import * as texts from "./texts/en";

/** A hunt as it stands in the list. */
export type Hunt = components["schemas"]["HuntSummary"];
/** A hunt with its slots. */
export type WholeHunt = components["schemas"]["HuntAnswer"];
export type HuntSlot = components["schemas"]["HuntSlot"];

export type Order = "date" | "profit" | "loss" | "most" | "least";

/** The sort buttons, in their order. */
export const orders: readonly { order: Order; label: string }[] = [
  { order: "date", label: texts.date },
  { order: "profit", label: texts.biggestProfit },
  { order: "loss", label: texts.biggestLoss },
  { order: "most", label: texts.mostBonuses },
  { order: "least", label: texts.leastBonuses },
];

const rules: Readonly<Record<Order, (one: Hunt, other: Hunt) => number>> = {
  date: () => 0,
  profit: (one, other) => began(one, other) || other.profitLoss - one.profitLoss,
  loss: (one, other) => began(one, other) || one.profitLoss - other.profitLoss,
  most: (one, other) => other.totalSlots - one.totalSlots,
  least: (one, other) => one.totalSlots - other.totalSlots,
};

/** Hunts in an order. Where it does not decide, the newest comes first, as the server has them. */
export function sorted(hunts: readonly Hunt[], order: Order): readonly Hunt[] {
  return hunts.toSorted(rules[order]);
}

/** A hunt of which nothing is opened has no profit and no loss yet: it stands behind the others. */
function began(one: Hunt, other: Hunt): number {
  return Number(hasBegun(other)) - Number(hasBegun(one));
}

export function hasBegun({ openedSlots }: Hunt): boolean {
  return openedSlots > 0;
}

/** What is opened next: the slots are opened from the first to the last. */
export function nextOf({ status, slots }: WholeHunt): HuntSlot | undefined {
  return status === "completed" ? undefined : slots.find(({ opened }) => !opened);
}

/** The slot with the highest win; the first of several. */
export function bestOf(slots: readonly HuntSlot[]): HuntSlot | undefined {
  const [best] = slots
    .filter(({ opened, amountWon }) => opened && amountWon > 0)
    .toSorted((one, other) => other.amountWon - one.amountWon);
  return best;
}

/** The slots as they were last seen, and which of them was opened before our eyes. */
export type Seen = { slots: readonly HuntSlot[]; latest: string | null };

/** What is known after the next look at the slots. */
export function looked(before: Seen, slots: readonly HuntSlot[]): Seen {
  if (before.slots === slots) return before;
  const [newest] = openedSince(before.slots, slots).slice(-1);
  const isStillOpen = slots.some(({ id, opened }) => opened && id === before.latest);
  return { slots, latest: newest?.id ?? (isStillOpen ? before.latest : null) };
}

function openedSince(before: readonly HuntSlot[], after: readonly HuntSlot[]): HuntSlot[] {
  const open = new Set(before.flatMap(({ id, opened }) => (opened ? [id] : [])));
  return after.filter(({ id, opened }) => opened && !open.has(id));
}

/** How many openings are told one by one. */
const TOLD_MAX = 3;

/** What has happened between two looks at a hunt, in words. */
export function newsOf(before: WholeHunt, after: WholeHunt): readonly string[] {
  const fresh = openedSince(before.slots, after.slots);
  const isOver = before.status !== "completed" && after.status === "completed";
  const opened =
    fresh.length > TOLD_MAX ? [texts.bonusesOpened(fresh.length)] : fresh.map(openingText);
  return [
    ...opened,
    ...(fresh.length > 0 ? [texts.textOfOpened(after.openedSlots, after.totalSlots)] : []),
    ...(isOver ? [texts.huntCompleted(resultText(after.profitLoss))] : []),
  ];
}

function openingText({ slotName, amountWon, times }: HuntSlot): string {
  const name = winClass(times);
  const paid = [slotName, formatCents(amountWon), formatTimes(times)] as const;
  return texts.slotPaid(...paid, name === "small" ? null : name);
}

/** A result in words, for those who do not see its colour. */
export function resultText(profitLoss: number): string {
  if (profitLoss === 0) return texts.even;
  return (profitLoss > 0 ? texts.profitOf : texts.lossOf)(formatCents(Math.abs(profitLoss)));
}
