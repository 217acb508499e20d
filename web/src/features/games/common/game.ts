import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { LazyPage } from "@/ui/lazy-page";
import type { components } from "@/wire/schema";
import type { RoundChecker } from "./checker/checker";

/** The games that the server knows. */
export type GameId = components["schemas"]["Round"]["game"];

/** What the site shows of a game beside its page, and where its parts are loaded from. */
export type Game<Id extends GameId = GameId, Path extends string = string> = {
  id: Id;
  name: string;
  path: Path;
  icon: LucideIcon;
  /** The game itself. */
  Page: LazyPage<object>;
  /** The picture on its tile. */
  TileArt: ComponentType<{ className?: string }>;
  /** The tile takes two places. */
  isWide?: boolean;
  /** The tables of its odds on the fairness page. */
  Odds: ComponentType<OddsProps>;
  /** Recomputes its rounds; loaded when a round is checked. */
  checker: () => Promise<RoundChecker>;
};

export type OddsProps = {
  /** The table in force, as the server publishes it. */
  raw: unknown;
  /** Returns by bet where nothing else matters, such as blackjack played best. */
  returnsByBet: Readonly<Record<string, unknown>> | null;
};

/** A game with the literal types of its id and path. */
export function defineGame<const Id extends GameId, const Path extends string>(
  game: Game<Id, Path>,
): Game<Id, Path> {
  let loading: Promise<RoundChecker> | undefined;
  // One promise, so that a component can wait for it.
  return { ...game, checker: () => (loading ??= game.checker()) };
}
