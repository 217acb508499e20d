import type { components } from "@/wire/schema";
import { dollarsOf } from "./dollars";
import * as texts from "./texts/en";

/** A hunt as it stands in the list. */
export type Hunt = components["schemas"]["HuntSummary"];
/** A hunt with its slots. */
export type WholeHunt = components["schemas"]["HuntAnswer"];
export type Slot = components["schemas"]["HuntSlot"];
/** A hunt of the service. */
export type Importable = components["schemas"]["ImportableHunt"];
export type Status = components["schemas"]["HuntStatus"];

export const statuses: readonly Status[] = ["live", "active", "completed"];

export const statusNames: Readonly<Record<Status, string>> = {
  live: texts.live,
  active: texts.active,
  completed: texts.completed,
};

const cycle: Readonly<Record<Status, Status>> = {
  live: "completed",
  active: "live",
  completed: "active",
};

/** What the toggle of the list makes of a hunt. */
export function toggled(status: Status): Status {
  return cycle[status];
}

/** The same on the page of one hunt, which knows two of them. */
export function marked(status: Status): Status {
  return status === "completed" ? "active" : "completed";
}

/** Which of the hunts an address asks for; any other word is the same as none. */
export function filterOf(word: string | undefined): Status | "all" {
  return statuses.find((status) => status === word) ?? "all";
}

export function countOf(hunts: readonly Hunt[], status: Status): number {
  return hunts.filter((hunt) => hunt.status === status).length;
}

/** All bets of all hunts, added up in whole cents. */
export function valueOf(hunts: readonly Hunt[]): number {
  const cents = hunts.reduce((sum, { totalValue }) => sum + Math.round(totalValue * 100), 0);
  return cents / 100;
}

/**
 * Where Play goes on: the next slot that is not opened, from the one that was on; behind the last one
 * from the top again.
 */
export function nextUnopened(slots: readonly Slot[], after: string): Slot | undefined {
  const at = slots.findIndex(({ id }) => id === after);
  const around = [...slots.slice(at + 1), ...slots.slice(0, Math.max(0, at))];
  return around.find(({ opened }) => !opened);
}

/** How many times the bet a win is; null while one of the two is no number. */
export function timesOf(win: string, bet: string): number | null {
  const [won, staked] = [dollarsOf(win), dollarsOf(bet)];
  return won === null || staked === null || staked === 0 ? null : won / staked;
}
