import { useSyncExternalStore } from "react";
import { queryClient } from "@/wire/queries";
import { knownSite } from "./known";
import type { Site } from "./queries";

/** A part of the site that can be off. */
type ModuleName = keyof Site["modules"];

/** A place on the home page that menus lead to. */
const HOUSE_GAMES = "/#house-games";

/**
 * The part that a page belongs to, by the first part of its address, the longer ones first; every other page is
 * always there. The server has the same list: the `pages` of its modules (`server/app/src/module.rs`).
 */
const modulesOfPages: readonly (readonly [path: string, of: ModuleName])[] = [
  ["/leaderboard/points", "points_leaderboard"],
  ["/leaderboard", "wager_leaderboard"],
  ["/challenges", "challenges"],
  ["/giveaways", "giveaways"],
  ["/points-shop", "shop"],
  ["/rewards/daily-calendar", "calendar"],
  ["/rewards/wager", "wager_rewards"],
  ["/bonus-hunts", "hunts"],
  ["/socials", "socials"],
  ["/games", "games"],
  ["/slots", "games"],
  [HOUSE_GAMES, "games"],
];

/** The part that a page belongs to; undefined for one that is always there. */
function moduleOf(path: string): ModuleName | undefined {
  return modulesOfPages.find(([first]) => path === first || path.startsWith(`${first}/`))?.[1];
}

/** What says which pages there are. */
type Pages = Pick<Site, "modules"> & Partial<Pick<Site, "games" | "homeBlocks">>;

/** Whether there is a page at this address. While nothing is known of the site, there is. */
export function isOn(site: Pages | undefined, path: string): boolean {
  const modules: Partial<Site["modules"]> | undefined = site?.modules;
  const name = moduleOf(path);
  if (name === undefined) return true;
  return modules?.[name] !== false && (name !== "games" || hasGames(site, path));
}

/** Whether the site offers the game of a page, or any game. */
function hasGames(site: Pages | undefined, path: string): boolean {
  const { games, homeBlocks } = site ?? {};
  const [, folder, game = ""] = path.split("/");
  if (folder === "slots") return games?.some((id) => id === "slot") !== false;
  if (folder === "games" && game !== "") return games?.includes(game) !== false;
  if (path === HOUSE_GAMES && homeBlocks?.includes("games") === false) return false;
  return games?.length !== 0;
}

const subscribe = (onChange: () => void) =>
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && query.queryKey[0] === "site") onChange();
  });

/** The same for components, which follow the settings. It asks for nothing: the frame of the site does. */
export function useIsOn(): (path: string) => boolean {
  const site = useSyncExternalStore(subscribe, knownSite);
  return (path) => isOn(site, path);
}
