import { session, useSession } from "@/features/session/store";
import { ordersOf } from "@/wire/orders";

/** The member's orders: bets, moves, claims, entries and purchases. */
export const orders = ordersOf("pointhouse.orders", () => session().member?.id ?? "");

useSession.subscribe(({ member }, { member: before }) => {
  if (member?.id !== before?.id) orders.endSession();
});
