import { lazy } from "react";

/** Things that are shown or not, in an order of their own. The parts that drag are loaded where they are needed. */
export const OrderSetting = lazy(async () => ({
  default: (await import("./OrderList")).OrderList,
}));
