import { useSyncExternalStore } from "react";
import { queryClient } from "@/wire/queries";
import { knownSite } from "./known";
import type { Site } from "./queries";

/** A part of the site that can be off. */
type ModuleName = keyof Site["modules"];

/**
 * The part that a page belongs to, by the first part of its address, the longer ones first; every other page is
 * always there. The server has the same list (`server/app/src/site/modules.rs`).
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
  // A place on the home page that menus lead to.
  ["/#house-games", "games"],
];

/** The part that a page belongs to; undefined for one that is always there. */
function moduleOf(path: string): ModuleName | undefined {
  return modulesOfPages.find(([first]) => path === first || path.startsWith(`${first}/`))?.[1];
}

/** Whether there is a page at this address. While nothing is known of the site, there is. */
export function isOn(site: Pick<Site, "modules"> | undefined, path: string): boolean {
  const modules: Partial<Site["modules"]> | undefined = site?.modules;
  const name = moduleOf(path);
  return name === undefined || modules?.[name] !== false;
}

const subscribe = (onChange: () => void) =>
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && query.queryKey[0] === "site") onChange();
  });
const knownModules = () => knownSite()?.modules;

/** The same for components, which follow the settings. It asks for nothing: the frame of the site does. */
export function useIsOn(): (path: string) => boolean {
  const modules = useSyncExternalStore(subscribe, knownModules);
  return (path) => isOn(modules && { modules }, path);
}
