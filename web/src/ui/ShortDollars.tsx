import { formatCents, formatCompactDollars } from "./format/dollars";
import { Said } from "./Said";

/** An amount of dollars on a board. */
export function ShortDollars({ amount }: { amount: number }) {
  const exact = formatCents(amount);
  const shown = formatCompactDollars(amount);
  return (
    <span title={shown === exact ? undefined : exact}>
      <Said shown={shown} exact={exact} />
    </span>
  );
}
