import { recordBalance } from "@/features/wallet/balance";
import { orders } from "@/features/wallet/orders";
import { answer } from "@/wire/http";
import type { OrderHeaders } from "@/wire/orders";
import type { components } from "@/wire/schema";
import type { Round } from "./queries";

/** A call that is answered with a round and the balance after it. */
export type BetCall = Parameters<typeof answer<components["schemas"]["BetAnswer"]>>[0];

/** Sends a bet or a move. The new balance is recorded; it shows when no game holds it back. */
export async function callGame(
  order: unknown,
  send: (headers: OrderHeaders) => BetCall,
): Promise<Round> {
  const { round, balance, seq } = await orders.give(order, (headers) =>
    answer<components["schemas"]["BetAnswer"]>(send(headers)),
  );
  recordBalance({ balance, seq });
  return round;
}
