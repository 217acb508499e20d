import { createStore } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { asFailure } from "@/wire/failure";
import { sendMoney } from "@/wire/money";

/** An order whose outcome nobody knows, with the key it was sent under. */
export type OpenOrder = { key: string; order: string };

/** Where an open order is kept until its outcome is known. */
export type OrderPlace = { read: () => OpenOrder | null; write: (open: OpenOrder | null) => void };

/** Keys of orders by their text, which names the member: one does not take the place of another. */
const openOrders = createStore<Record<string, string>>()(
  persist((): Record<string, string> => ({}), {
    name: "pointhouse.admin.orders",
    storage: createJSONStorage(() => sessionStorage),
  }),
);

/** Where one order is kept in this window, over a reload too, whatever else is ordered meanwhile. */
export function placeOf(order: unknown): OrderPlace {
  const text = JSON.stringify(order);
  return {
    read: () => {
      const key = openOrders.getState()[text];
      return key === undefined ? null : { key, order: text };
    },
    write: (open) => {
      const { [text]: _, ...others } = openOrders.getState();
      openOrders.setState(open === null ? others : { ...others, [text]: open.key }, true);
    },
  };
}

/** Refusals of the caller, not of the order: an earlier try may have moved the points all the same. */
const undecided = new Set([401, 403, 408, 425, 429]);

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
    const isRefused = status >= 400 && status < 500 && !undecided.has(status);
    if (isRefused) place.write(null);
    throw thrown;
  }
}
