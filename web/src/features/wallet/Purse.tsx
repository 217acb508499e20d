import { useMember } from "@/features/session/store";
import { cx } from "@/ui/cx";
import { balanceSize, Points } from "@/ui/Points";
import { useShownBalance } from "./balance";
import * as texts from "./texts/en";

/** What there is to spend. On phones the top bar says it close by. */
export function Purse() {
  const member = useMember();
  const balance = useShownBalance();
  if (member === null) return null;
  return (
    <p className="flex flex-col items-end max-sm:hidden">
      <span className="text-sm text-muted">{texts.yoursSpend}</span>
      <Points
        amount={balance}
        ticking
        className={cx("font-display font-extrabold", balanceSize(balance))}
      />
    </p>
  );
}
