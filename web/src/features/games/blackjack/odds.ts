import type { Fraction } from "../common/fraction";
import { fraction } from "../common/odds/exact";

/** Ten-cards of a deck: T, J, Q and K of four suits. */
const TENS = 16;
/** Cards that cannot be under the dealer's ace: that ace and the two in hand are seen. */
const UNSEEN = 52 - 3;
const INSURANCE_PAYS = 3;

/** What insurance gives back on average, per point of its cost. */
export function insuranceReturn(tensInHand: 0 | 1 | 2): Fraction {
  return fraction(INSURANCE_PAYS * (TENS - tensInHand), UNSEEN);
}
