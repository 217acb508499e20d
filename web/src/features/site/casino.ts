import { isOn } from "./modules";
import type { Site } from "./queries";

/**
 * Whether pages mention a casino. While nothing is known of the site they may: what they say of it then is gone
 * when it is known.
 */
export function hasCasino(site: Site | undefined): boolean {
  return site?.casinoName !== "";
}

/** The leaderboard that links without further words lead to: without a casino there are no wagers at it. */
export function leaderboardOf(site: Site | undefined): "/leaderboard" | "/leaderboard/points" {
  return hasCasino(site) && isOn(site, "/leaderboard") ? "/leaderboard" : "/leaderboard/points";
}
