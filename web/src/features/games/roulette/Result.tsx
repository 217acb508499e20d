import { Check, Minus, X } from "lucide-react";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import type { RouletteRound } from "./model";
import { settledRound, useRouletteTable } from "./table";
import * as texts from "./texts/en";

/** The result in words, for eyes and screen readers alike; always with a sign, never colour alone. */
export function Result() {
  const round = useRouletteTable(settledRound);
  const isIdle = useRouletteTable(({ phase }) => phase === "idle");
  return (
    <div className="flex min-h-8 items-center @min-[34rem]:justify-center">
      {round === null && isIdle && (
        <p className="text-sm text-muted @min-[34rem]:hidden">{texts.placeHint}</p>
      )}
      <p role="status">
        {round !== null && (
          <span
            key={round.id}
            className={cx(
              "inline-flex min-h-8 items-center gap-1.5 rounded-lg px-3 py-1 text-sm font-semibold animate-rise",
              faces[round.result],
            )}
          >
            <Sign result={round.result} />
            {outcomeOf(round)}
          </span>
        )}
      </p>
    </div>
  );
}

const faces = {
  win: "bg-win/12 text-win",
  push: "bg-ink-800 text-text",
  loss: "bg-loss/12 text-loss",
} as const;

function outcomeOf({ number, colour, payout, staked, result }: RouletteRound): string {
  const spin = texts.spin(number, colour);
  if (result === "push") return texts.spinPushed(spin);
  if (result === "win")
    return texts.spinWon(spin, formatPoints(payout), formatPoints(payout - staked));
  return payout === 0
    ? texts.spinLost(spin, formatPoints(staked))
    : texts.spinLostInPart(spin, formatPoints(payout), formatPoints(staked - payout));
}

function Sign({ result }: { result: RouletteRound["result"] }) {
  const Icon = result === "win" ? Check : result === "push" ? Minus : X;
  return <Icon aria-hidden="true" className="size-4" strokeWidth={2.6} />;
}
