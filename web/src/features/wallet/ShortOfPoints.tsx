import { Suspense, useContext } from "react";
import { WaysSlot } from "./ways-slot";

/** The ways to more points, wherever something costs more than the balance. */
export function ShortOfPoints() {
  return <Suspense fallback={null}>{useContext(WaysSlot)}</Suspense>;
}
