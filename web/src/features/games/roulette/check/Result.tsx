import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { Hit, ResultStage } from "../../common/checker/result-parts";
import { type Fields, isFields } from "../../common/tables/reading";
import * as texts from "../texts/check.en";
import type { RouletteProof } from "./prove";
import type { Colour } from "./wheel";

const grounds: Readonly<Record<Colour, string>> = {
  red: "bg-[oklch(0.5_0.19_25)]",
  black: "bg-ink-800",
  green: "bg-[oklch(0.48_0.13_155)]",
};

/** The number in its colour, and what each bet came to. */
export function RouletteResult({ proof, params }: { proof: RouletteProof; params: Fields }) {
  const bets: readonly unknown[] = Array.isArray(params.bets) ? params.bets : [];
  const lines = bets.filter(isFields).map((bet, place) => ({
    key: `${place} ${wordsOf(bet)}`,
    text: wordsOf(bet),
    amount: Number(bet.amount),
    paid: proof.paid[place] ?? 0,
  }));
  return (
    <ResultStage>
      <p
        className={cx(
          "flex size-20 items-center justify-center rounded-full font-display text-3xl font-extrabold text-white ring-1 ring-line-strong ring-inset",
          grounds[proof.colour],
        )}
      >
        {proof.number}
      </p>
      <p className="mt-2 text-sm text-muted">{texts.colours[proof.colour]}</p>
      <ul className="mt-4 w-full divide-y divide-line text-sm">
        {lines.map(({ key, text, amount, paid }) => (
          <li key={key} className="flex items-center justify-between gap-4 py-2">
            <span>{texts.bet(formatPoints(amount), text)}</span>
            <Hit won={paid > 0}>{paid > 0 ? texts.returns(formatPoints(paid)) : texts.lost}</Hit>
          </li>
        ))}
      </ul>
    </ResultStage>
  );
}

function wordsOf({ kind, numbers, pick }: Fields): string {
  const list: readonly unknown[] = Array.isArray(numbers) ? numbers : [];
  const rest = typeof pick === "number" ? String(pick) : list.map(String).join(", ");
  return rest === "" ? String(kind) : `${String(kind)} ${rest}`;
}
