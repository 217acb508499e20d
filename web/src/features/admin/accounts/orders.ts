import { ordersOf } from "@/wire/orders";

/** The admin's orders. They outlive a session that the server ended: the same admin logs in again. */
export const orders = ordersOf("pointhouse.admin.orders", () => "admin");
