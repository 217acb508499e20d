import type { ReactNode } from "react";
import type { Draw } from "../fair-draw";
import type { Fields } from "../tables/reading";
import type { FormField, Typed } from "./fields";
import type { Play, Seeds } from "./inputs";

/** What the site states of every round; a game adds its own fields, in the names of the site. */
export type Outcome = {
  /** Every accepted draw in its order. */
  draws: Draw[];
  /** Points handed back, stake included. */
  payout: number;
};

/** A recomputed round. */
export type Recomputed = {
  outcome: Outcome;
  /** The round drawn as its game draws it, but still. */
  result: ReactNode;
};

/**
 * Recomputes rounds of one game from nothing but seeds, what was bet and done, and the table they were
 * played under. It shares no code with the server.
 */
export type RoundChecker = {
  /** The fields of a round beside its seeds. */
  fields: readonly FormField[];
  /** What the rules' refusals mean, by code, and the field each belongs to. */
  refusals: Readonly<Record<string, readonly [field: string, text: string]>>;
  /** How the numbers drawn become a result, in one sentence or two (docs/games.md). */
  lastStep: string;
  /** The table of docs/games.md, which a fresh site plays, as the server publishes it. */
  published: unknown;
  /** Fields of an example round that are not the initial ones. */
  example: Typed;
  /**
   * @throws {Refusal} when the rules refuse the bet or an action.
   * @throws {UnreadableTable} when the table has another shape than the rules know.
   */
  recompute: (seeds: Seeds, play: Play, table: unknown) => Promise<Recomputed>;
};

type CheckerParts<Proof extends Outcome> = Omit<RoundChecker, "recompute"> & {
  prove: (seeds: Seeds, play: Play, table: unknown) => Promise<Proof>;
  /** Draws the result. */
  show: (proof: Proof, params: Fields) => ReactNode;
};

export function defineChecker<Proof extends Outcome>({
  prove,
  show,
  ...rest
}: CheckerParts<Proof>): RoundChecker {
  return {
    ...rest,
    recompute: async (seeds, play, table) => {
      const outcome = await prove(seeds, play, table);
      return { outcome, result: show(outcome, play.params) };
    },
  };
}
