import { dollarsAndCents, shortDollars } from "./dollars";
import { Said } from "./Said";

/** An amount of dollars on a board. */
export function ShortDollars({ amount }: { amount: number }) {
  const exact = dollarsAndCents(amount);
  const shown = shortDollars(amount);
  return (
    <span title={shown === exact ? undefined : exact}>
      <Said shown={shown} exact={exact} />
    </span>
  );
}
