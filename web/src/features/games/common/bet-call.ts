import { recordBalance } from "@/features/wallet/balance";
import { memberSubmitter } from "@/features/wallet/submitter";
import { answer } from "@/wire/http";
import type { components } from "@/wire/schema";
import type { SubmitHeaders } from "@/wire/submit";
import type { Round } from "./queries";

/** A call that is answered with a round and the balance after it. */
export type BetCall = Parameters<typeof answer<components["schemas"]["BetAnswer"]>>[0];

/** Sends a bet or a move. The new balance is recorded; it shows when no game holds it back. */
export async function callGame(
  order: unknown,
  send: (headers: SubmitHeaders) => BetCall,
): Promise<Round> {
  const { round, balance, seq } = await memberSubmitter.submit(order, (headers) =>
    answer<components["schemas"]["BetAnswer"]>(send(headers)),
  );
  recordBalance({ balance, seq });
  return round;
}
