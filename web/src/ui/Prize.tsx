import { formatDollars } from "./format/dollars";
import { None } from "./None";
import * as texts from "./texts/en";

type PrizeProps = {
  /** In whole dollars; null for a rank that has none. */
  prize: { amount: number; kind: "cash" | "bonusBuy" } | null;
};

/** What a rank pays, in a cell of a table. */
export function Prize({ prize }: PrizeProps) {
  if (prize === null) return <None says={texts.noPrize} />;
  return (
    <>
      <span className="font-semibold text-gold-300 tabular-nums">
        {formatDollars(prize.amount)}
      </span>
      {prize.kind === "bonusBuy" && (
        <>
          {" "}
          <span className="text-muted max-sm:block max-sm:text-xs sm:text-sm">
            {texts.bonusBuy}
          </span>
        </>
      )}
    </>
  );
}
