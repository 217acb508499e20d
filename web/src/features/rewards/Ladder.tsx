import type { CSSProperties } from "react";
import { cx } from "@/ui/cx";
import { Fits } from "@/ui/Fits";
import { type Column, Table } from "@/ui/Table";
import * as texts from "./texts/en";
import type { Rung } from "./tiers";

type LadderProps = { rungs: readonly Rung[] };

/** The tiers as a table for screen readers, and as stairs for the eye. */
export function Ladder({ rungs }: LadderProps) {
  return (
    <div className="@container">
      <div className="sr-only">
        <TierTable rungs={rungs} />
      </div>
      {/* More steps than fit side by side are climbed upwards on every screen. */}
      {rungs.length <= 7 && <Stairs rungs={rungs} />}
      <Rows rungs={rungs} className={cx(rungs.length <= 7 && "@min-[54rem]:hidden")} />
    </div>
  );
}

function TierTable({ rungs }: LadderProps) {
  return (
    <Table
      look="bare"
      caption={texts.wagerRewardTiersUsd}
      rows={rungs}
      rowKey={({ wager }) => wager}
      columns={tierColumns}
    />
  );
}

const tierColumns: readonly Column<Rung>[] = [
  { header: texts.wagerAmount, isRowHeader: true, cell: ({ wager }) => wager },
  { header: texts.reward, cell: ({ reward }) => reward },
  { header: texts.tier, cell: ({ name }) => name },
];

type StepStyle = CSSProperties & Record<"--lit", string>;

/** Higher steps are warmer. */
function lit(height: number): StepStyle {
  return { "--lit": `${Math.round(8 + height * 34)}%` };
}

const face =
  "bg-[linear-gradient(180deg,color-mix(in_oklab,oklch(.62_.125_74)_var(--lit),var(--color-ink-850)),var(--color-ink-900)_88%)]";

function Stairs({ rungs }: LadderProps) {
  return (
    <div aria-hidden="true" className="relative isolate hidden @min-[54rem]:block">
      <div className="absolute -top-16 right-0 -z-10 h-[130%] w-3/4 bg-[radial-gradient(closest-side,oklch(.835_.142_86/.1),transparent)]" />
      <div className="flex items-end gap-1.5">
        {rungs.map((rung, index) => (
          <div
            key={rung.wager}
            className="min-w-0 flex-1 animate-rise"
            style={{ animationDelay: `${index * 45}ms` }}
          >
            <p className="pb-3 text-center">
              <span className="block h-5 truncate text-xs font-semibold text-muted">
                {rung.name}
              </span>
              <span
                className="block font-display font-extrabold text-gold-300 leading-none"
                style={{ fontSize: `${1.75 + rung.height * 1.25}rem` }}
              >
                <Fits text={rung.reward} />
              </span>
            </p>
            <div
              className={cx("relative overflow-hidden rounded-t-sm", face)}
              style={{ ...lit(rung.height), height: `${6 + rung.height * 12.5}rem` }}
            >
              <div className="absolute inset-x-0 top-0 h-[3px] bg-[linear-gradient(90deg,var(--color-gold-600),var(--color-gold-300)_50%,var(--color-gold-600))]" />
              <p className="px-2 pt-5 text-center">
                <span className="block text-xs text-muted">{texts.wager}</span>
                <span className="mt-0.5 block font-display text-base font-bold tracking-tight">
                  <Fits text={rung.wager} />
                </span>
              </p>
            </div>
          </div>
        ))}
      </div>
      <div className="h-px bg-linear-to-r from-transparent via-line-strong to-transparent" />
    </div>
  );
}

/** From the top down, each row reaching further than the one below it. */
function Rows({ rungs, className }: LadderProps & { className: string }) {
  return (
    <div aria-hidden="true" className={cx("flex flex-col gap-1.5", className)}>
      {rungs.toReversed().map((rung, index) => (
        <div
          key={rung.wager}
          className="relative flex min-h-17 animate-rise items-center justify-between gap-4 overflow-hidden rounded-md border border-line bg-ink-900 px-4 py-3 sm:px-6"
          style={{ ...lit(rung.height), animationDelay: `${index * 45}ms` }}
        >
          <div
            className="absolute inset-y-0 left-0 bg-[linear-gradient(90deg,color-mix(in_oklab,oklch(.62_.125_74)_var(--lit),var(--color-ink-850)),transparent)]"
            style={{ width: `${40 + rung.height * 60}%` }}
          />
          <div className="absolute inset-y-0 left-0 w-[3px] bg-gold-500" />
          <p className="relative min-w-0">
            <span className="block truncate text-xs text-muted">
              {rung.name === "" ? texts.wager : texts.tierWager(rung.name)}
            </span>
            <span className="font-display text-lg font-bold">{rung.wager}</span>
          </p>
          <p
            className="relative font-display font-extrabold text-gold-300 leading-none"
            style={{ fontSize: `${1.4 + rung.height * 0.6}rem` }}
          >
            {rung.reward}
          </p>
        </div>
      ))}
    </div>
  );
}
