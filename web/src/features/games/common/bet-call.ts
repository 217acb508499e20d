import { recordBalance } from "@/features/wallet/balance";
import { answer } from "@/wire/http";
import { sendMoney } from "@/wire/money";
import type { components } from "@/wire/schema";
import type { Round } from "./queries";

type Sent = Parameters<typeof answer<components["schemas"]["BetAnswer"]>>[0];

/**
 * Sends a bet or a move with a fresh idempotency key, and once more with the same key when no answer
 * came (decisions A8). The new balance is taken over; whether it shows is the hold's business.
 */
export async function callGame(
  send: (headers: { "Idempotency-Key": string }) => Sent,
): Promise<Round> {
  const { round, balance, seq } = await sendMoney((key) =>
    answer<components["schemas"]["BetAnswer"]>(send({ "Idempotency-Key": key })),
  );
  recordBalance({ balance, seq });
  return round;
}
