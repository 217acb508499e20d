import type { Play, Seeds } from "../checker/inputs";
import type { GameId } from "../queries";
import type { BlackjackProof } from "./blackjack";
import type { DiceProof } from "./dice";
import type { KenoProof } from "./keno";
import type { LimboProof } from "./limbo";
import type { MinesProof } from "./mines";
import type { RouletteProof } from "./roulette";
import type { SlotProof } from "./slot";

/** A recomputed round: which game, and everything the site states about such a round. */
export type Proof =
  | { game: "dice"; expect: DiceProof }
  | { game: "limbo"; expect: LimboProof }
  | { game: "mines"; expect: MinesProof }
  | { game: "keno"; expect: KenoProof }
  | { game: "blackjack"; expect: BlackjackProof }
  | { game: "slot"; expect: SlotProof }
  | { game: "roulette"; expect: RouletteProof };

/**
 * Recomputes a round of any game from nothing but its seeds, what was bet and done, and the table
 * it was played under. Each game's rules are loaded when they are asked for.
 * @throws {Refusal} when the rules refuse the bet or an action.
 * @throws {UnreadableTable} when the table has another shape than the rules know.
 */
export async function prove(
  game: GameId,
  seeds: Seeds,
  play: Play,
  table: unknown,
): Promise<Proof> {
  switch (game) {
    case "dice": {
      const { proveDice, readDiceTable } = await import("./dice");
      return { game, expect: await proveDice(seeds, play, readDiceTable(table)) };
    }
    case "limbo": {
      const { proveLimbo, readLimboTable } = await import("./limbo");
      return { game, expect: await proveLimbo(seeds, play, readLimboTable(table)) };
    }
    case "mines": {
      const { proveMines, readMinesTable } = await import("./mines");
      return { game, expect: await proveMines(seeds, play, readMinesTable(table)) };
    }
    case "keno": {
      const { proveKeno, readKenoTable } = await import("./keno");
      return { game, expect: await proveKeno(seeds, play, readKenoTable(table)) };
    }
    case "blackjack": {
      const { proveBlackjack, readBlackjackTable } = await import("./blackjack");
      return { game, expect: await proveBlackjack(seeds, play, readBlackjackTable(table)) };
    }
    case "slot": {
      const { proveSlot, readSlotTable } = await import("./slot");
      return { game, expect: await proveSlot(seeds, play, readSlotTable(table)) };
    }
    case "roulette": {
      const { proveRoulette, readRouletteTable } = await import("./roulette");
      return { game, expect: await proveRoulette(seeds, play, readRouletteTable(table)) };
    }
  }
}
