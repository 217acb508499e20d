import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import { formatCents, rewriteDollars } from "@/ui/format/dollars";
import { NumberTicker } from "@/ui/NumberTicker";
import { bestOf, type HuntSlot, hasBegun, nextOf, resultText, type WholeHunt } from "./model";
import { Result } from "./Result";
import { Strip } from "./Strip";
import * as texts from "./texts/en";
import { WinMark } from "./WinMark";

type StageProps = {
  hunt: WholeHunt;
  /** The slot that was opened last before our eyes. */
  latest: string | null;
};

/** What a stream looks at: the win of the moment, what comes next, and the whole hunt as bars. */
export function Stage({ hunt, latest }: StageProps) {
  const { slots, openedSlots, totalSlots, status } = hunt;
  const opened = slots.find(({ id }) => id === latest);
  const shown = opened ?? bestOf(slots);
  const next = nextOf(hunt);
  return (
    <section
      aria-label={texts.glance}
      className="surface relative isolate overflow-hidden rounded-xl"
    >
      {shown !== undefined && <Light key={shown.id} slot={shown} />}
      <div className="grid lg:grid-cols-3">
        <div className="min-w-0 px-5 py-5 sm:px-8 lg:col-span-2">
          {shown === undefined ? (
            <Unopened hunt={hunt} />
          ) : (
            <Win
              key={shown.id}
              title={titleOf(opened !== undefined, status)}
              slot={shown}
              isNew={opened !== undefined}
            />
          )}
        </div>
        <div className="flex min-w-0 border-line max-lg:border-t lg:border-l">
          {next === undefined ? <Final hunt={hunt} /> : <Next slot={next} hunt={hunt} />}
        </div>
      </div>
      <div className="border-t border-line px-5 py-4 sm:px-8">
        <Strip slots={slots} latest={latest} next={next} />
        <p className="mt-3 flex flex-wrap justify-between gap-x-6 text-sm text-muted">
          <span>
            {texts.ofOpenedText(
              <span className="font-semibold text-text">{openedSlots}</span>,
              totalSlots,
            )}
          </span>
          {totalSlots > openedSlots && <span>{texts.toGo(totalSlots - openedSlots)}</span>}
        </p>
      </div>
    </section>
  );
}

function titleOf(isNew: boolean, status: WholeHunt["status"]): string {
  if (isNew) return texts.justOpened;
  return status === "completed" ? texts.bestWinText : texts.bestSoFar;
}

/** A glow behind the larger wins. */
function Light({ slot: { times } }: { slot: HuntSlot }) {
  if (times < 50) return null;
  return (
    <div
      aria-hidden="true"
      className="absolute animate-fade -top-24 left-0 -z-10 h-72 w-full max-w-[36rem] bg-[radial-gradient(closest-side,oklch(.835_.142_86/.16),transparent)]"
    />
  );
}

type WinProps = { title: string; slot: HuntSlot; isNew: boolean };

function Win({ title, slot, isNew }: WinProps) {
  const { slotName, amountWon, times } = slot;
  return (
    <div className={cx("flex h-full flex-col", isNew && "animate-rise")}>
      <p className="eyebrow flex items-center gap-2">
        {isNew && <span aria-hidden="true" className="size-2 rounded-full bg-gold-400" />}
        {title}
      </p>
      <h2 className="mt-2 text-2xl leading-tight font-bold [overflow-wrap:anywhere]">{slotName}</h2>
      <Call slot={slot} />
      <p className="mt-auto flex flex-wrap items-center gap-x-5 gap-y-3 pt-5">
        <span
          className={cx(
            "font-display text-4xl font-extrabold tracking-tight sm:text-5xl",
            amountWon > 0 ? "text-gold-300" : "text-muted",
          )}
        >
          {formatCents(amountWon)}
        </span>
        <WinMark times={times} size="lg" />
      </p>
    </div>
  );
}

/** Whose slot it is, who wanted it and for how much. Not every slot was called by somebody. */
function Call({ slot: { provider, calledBy, betAmount } }: { slot: HuntSlot }) {
  return (
    <p className="mt-1 text-sm text-muted [overflow-wrap:anywhere]">
      {texts.bet(
        provider,
        calledBy !== "" && (
          <>{texts.calledText(<span className="font-semibold text-text">{calledBy}</span>)}</>
        ),
        rewriteDollars(betAmount),
      )}
    </p>
  );
}

function Unopened({ hunt: { totalSlots, totalValue } }: { hunt: WholeHunt }) {
  return (
    <div className="flex h-full flex-col">
      <p className="eyebrow">{texts.nothingOpenedYet}</p>
      <h2 className="mt-2 text-2xl leading-tight font-bold">{texts.waiting(totalSlots)}</h2>
      <p className="mt-1 text-sm text-muted">{texts.betTotal(formatCents(totalValue))}</p>
    </div>
  );
}

type PartProps = { children: ReactNode; name: string };

function Part({ name, children }: PartProps) {
  return (
    <div className="flex min-w-0 flex-1 flex-col px-5 py-5 sm:px-8">
      <p className="eyebrow">{name}</p>
      {children}
    </div>
  );
}

function Next({ slot, hunt }: { slot: HuntSlot; hunt: WholeHunt }) {
  return (
    <Part name={texts.upNext}>
      <div key={slot.id} className="animate-fade">
        <p className="mt-2 text-lg leading-tight font-bold [overflow-wrap:anywhere]">
          {slot.slotName}
        </p>
        <Call slot={slot} />
      </div>
      {hasBegun(hunt) && (
        <div className="mt-auto pt-5">
          <p className="text-sm text-muted">{texts.profitLossSoFar}</p>
          <Result
            profitLoss={hunt.profitLoss}
            ticking
            className="mt-0.5 font-display text-2xl font-extrabold"
          />
        </div>
      )}
    </Part>
  );
}

function Final({ hunt: { profitLoss, amountWon, startingBalance } }: { hunt: WholeHunt }) {
  return (
    <Part name={texts.result}>
      <Result
        profitLoss={profitLoss}
        ticking
        className="mt-2 font-display text-3xl font-extrabold"
      />
      <span className="sr-only">{resultText(profitLoss)}</span>
      <p className="mt-3 text-sm text-muted">
        <NumberTicker
          value={Math.round(amountWon * 100)}
          format={(cents) => formatCents(cents / 100)}
        />
        {texts.collectedFromStart(formatCents(startingBalance))}
      </p>
    </Part>
  );
}
