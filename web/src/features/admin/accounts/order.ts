import { asFailure } from "@/wire/failure";
import { sendMoney } from "@/wire/money";

/** An order whose outcome nobody knows, with the key it was sent under. */
export type OpenOrder = { key: string; order: string };

/** Where an open order is kept until its outcome is known. */
export type OrderPlace = { read: () => OpenOrder | null; write: (open: OpenOrder | null) => void };

/**
 * Gives an order that moves points. While its outcome is unknown the same order keeps its key, so
 * that giving it again cannot move the points twice.
 * @throws {CallFailure}
 */
export async function giveOrder<Answer>(
  place: OrderPlace,
  order: unknown,
  send: (headers: { "Idempotency-Key": string }) => Promise<Answer>,
): Promise<Answer> {
  const text = JSON.stringify(order);
  try {
    const done = await sendMoney((fresh) => {
      const open = place.read();
      const key = open?.order === text ? open.key : fresh;
      place.write({ key, order: text });
      return send({ "Idempotency-Key": key });
    });
    place.write(null);
    return done;
  } catch (thrown) {
    const { status } = asFailure(thrown);
    const isRefused = status >= 400 && status < 500;
    if (isRefused) place.write(null);
    throw thrown;
  }
}
