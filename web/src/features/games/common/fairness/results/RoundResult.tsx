import type { Fields } from "../../tables/reading";
import type { Proof } from "../../verify/prove";
import { BlackjackResult } from "./BlackjackResult";
import { DiceResult } from "./DiceResult";
import { KenoResult } from "./KenoResult";
import { LimboResult } from "./LimboResult";
import { MinesResult } from "./MinesResult";
import { RouletteResult } from "./RouletteResult";
import { SlotResult } from "./SlotResult";

/** A recomputed round, drawn as its game draws it, but still. */
export function RoundResult({ proof, params }: { proof: Proof; params: Fields }) {
  switch (proof.game) {
    case "dice":
      return <DiceResult proof={proof.expect} params={params} />;
    case "limbo":
      return <LimboResult proof={proof.expect} />;
    case "mines":
      return <MinesResult proof={proof.expect} />;
    case "keno":
      return <KenoResult proof={proof.expect} params={params} />;
    case "blackjack":
      return <BlackjackResult proof={proof.expect} />;
    case "slot":
      return <SlotResult proof={proof.expect} />;
    case "roulette":
      return <RouletteResult proof={proof.expect} params={params} />;
  }
}
