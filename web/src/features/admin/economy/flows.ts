import type { GameId } from "@/features/games/common/game";
import { gameName, games } from "@/features/games/registry";
import type { components } from "@/wire/schema";
import * as texts from "./texts/en";

export type EconomyDay = components["schemas"]["EconomyDay"];
type Source = components["schemas"]["PointsSource"];

/** Points that came to members and points that they gave. */
export type Movement = { minted: number; burned: number };

/** Sources that are drawn as one: fifteen colours could not be distinguished. */
export type GroupId = "games" | "rewards" | "admins" | "shop" | "giveaways" | "corrections";

export const groups: readonly { id: GroupId; name: string; sources: readonly Source[] }[] = [
  {
    id: "games",
    name: texts.houseGames,
    sources: games.map(({ id }) => id),
  },
  {
    id: "rewards",
    name: texts.rewards,
    sources: ["calendar", "challenges", "chat", "welcome"],
  },
  { id: "admins", name: texts.admins, sources: ["admins"] },
  { id: "shop", name: texts.pointsShop, sources: ["shop"] },
  { id: "giveaways", name: texts.giveaways, sources: ["giveaways"] },
  { id: "corrections", name: texts.refundsAndDeleted, sources: ["refunds", "deletedAccounts"] },
];

const names: Readonly<Record<Exclude<Source, GameId>, string>> = {
  admins: texts.admins,
  calendar: texts.dailyCalendar,
  challenges: texts.challenges,
  shop: texts.pointsShop,
  giveaways: texts.giveaways,
  refunds: texts.refunds,
  deletedAccounts: texts.deletedAccounts,
  chat: texts.writingLiveChat,
  welcome: texts.welcomePoints,
};

/** How a source is called; one without a name here goes by its id. */
export function sourceName(source: string): string {
  const known: Readonly<Record<string, string>> = names;
  return known[source] ?? gameName(source);
}

function groupOf(source: string): GroupId {
  const found = groups.find(({ sources }) => sources.some((one) => one === source));
  return found?.id ?? "corrections";
}

/** A day with what each group of sources moved. */
export type DayFlows = { day: string; of: Readonly<Record<GroupId, Movement>>; all: Movement };

const nothing = (): Record<GroupId, Movement> => ({
  games: { minted: 0, burned: 0 },
  rewards: { minted: 0, burned: 0 },
  admins: { minted: 0, burned: 0 },
  shop: { minted: 0, burned: 0 },
  giveaways: { minted: 0, burned: 0 },
  corrections: { minted: 0, burned: 0 },
});

/** The days, each summed up by groups; what is hidden does not count. */
export function dayFlows(
  days: readonly EconomyDay[],
  hidden: ReadonlySet<GroupId> = new Set(),
): readonly DayFlows[] {
  return days.map(({ day, flows }) => {
    const of = nothing();
    const all = { minted: 0, burned: 0 };
    for (const { source, minted, burned } of flows) {
      const group = groupOf(source);
      if (hidden.has(group)) continue;
      for (const sum of [of[group], all]) {
        sum.minted += minted;
        sum.burned += burned;
      }
    }
    return { day, of, all };
  });
}

/** What all days moved together. */
export function total(days: readonly DayFlows[], group?: GroupId): Movement {
  const sum = { minted: 0, burned: 0 };
  for (const { of, all } of days) {
    const moved = group === undefined ? all : of[group];
    sum.minted += moved.minted;
    sum.burned += moved.burned;
  }
  return sum;
}

/** What each source moved over all days, the one that moved most first. */
export function bySource(days: readonly EconomyDay[]): readonly ({ source: string } & Movement)[] {
  const sums = new Map<string, Movement>();
  for (const { flows } of days)
    for (const { source, minted, burned } of flows) {
      const sum = sums.get(source) ?? { minted: 0, burned: 0 };
      sums.set(source, { minted: sum.minted + minted, burned: sum.burned + burned });
    }
  return [...sums]
    .map(([source, { minted, burned }]) => ({ source, minted, burned }))
    .toSorted((one, other) => other.minted + other.burned - one.minted - one.burned);
}
