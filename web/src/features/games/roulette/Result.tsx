import { Check, Minus, X } from "lucide-react";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/Points";
import type { RouletteRound } from "./model";
import { useRouletteTable } from "./table";

/** The result in words, for eyes and screen readers alike; always with a sign, never colour alone. */
export function Result() {
  const phase = useRouletteTable((table) => table.phase);
  const shown = useRouletteTable((table) => table.shown);
  const round = phase === "idle" ? shown : null;
  return (
    <p role="status" className="flex min-h-8 items-center justify-center">
      {round !== null && (
        <span
          key={round.id}
          className={cx(
            "inline-flex min-h-8 items-center gap-1.5 rounded-full px-3 text-sm font-semibold animate-rise",
            faces[round.result],
          )}
        >
          <Sign result={round.result} />
          {round.number} {round.colour}, {moneyOf(round)}
        </span>
      )}
    </p>
  );
}

const faces = {
  win: "bg-win/12 text-win",
  push: "bg-ink-800 text-text",
  loss: "bg-loss/12 text-loss",
} as const;

function moneyOf({ payout, staked, result }: RouletteRound): string {
  if (result === "push") return "stake returned";
  if (result === "win")
    return `returned ${formatPoints(payout)}, +${formatPoints(payout - staked)}`;
  return payout === 0
    ? `−${formatPoints(staked)}`
    : `returned ${formatPoints(payout)}, −${formatPoints(staked - payout)}`;
}

function Sign({ result }: { result: RouletteRound["result"] }) {
  const Icon = result === "win" ? Check : result === "push" ? Minus : X;
  return <Icon aria-hidden="true" className="size-4" strokeWidth={2.6} />;
}
