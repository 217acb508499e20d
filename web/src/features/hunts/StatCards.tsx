import type { ReactNode } from "react";
import { Card } from "@/ui/Card";
import { Fits } from "@/ui/Fits";
import { formatCents } from "@/ui/format/dollars";
import { formatTimes } from "@/ui/format/times";
import { NumberTicker } from "@/ui/NumberTicker";
import { hasBegun, type WholeHunt } from "./model";
import * as texts from "./texts/en";

/** The six figures of a hunt. They run to what is new. */
export function StatCards({ hunt }: { hunt: WholeHunt }) {
  const { openedSlots, totalSlots, amountWon, startingBalance } = hunt;
  const { requiredAverage, runningAverage, highestPayout, highestMultiplier } = hunt;
  const left = totalSlots - openedSlots;
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
      <Stat name={texts.openedLabel} note={left === 0 ? texts.allOpened : texts.left(left)}>
        <NumberTicker value={openedSlots} format={String} />
        <span className="text-base text-muted"> / {totalSlots}</span>
      </Stat>
      <Stat name={texts.collected} note={left === 0 ? texts.wonAll : texts.wonSoFar}>
        <Money dollars={amountWon} />
      </Stat>
      <Stat name={texts.start} note={texts.startingBalance}>
        <Money dollars={startingBalance} />
      </Stat>
      <Stat name={texts.reqAvgX} note={requiredNote(hunt)}>
        <Times times={requiredAverage} />
      </Stat>
      <Stat name={texts.runAvgX} note={texts.overOpenedBets}>
        <Times times={runningAverage} />
      </Stat>
      <Stat
        name={texts.bestWinText}
        note={hasBegun(hunt) ? texts.bestXText(formatTimes(highestMultiplier)) : ""}
      >
        <Money dollars={highestPayout} />
      </Stat>
    </dl>
  );
}

/** What the figure stands for: 0x has more than one reason. */
function requiredNote({ amountWon, startingBalance, remainingSlots }: WholeHunt): string {
  if (amountWon >= startingBalance) return texts.startCovered;
  return remainingSlots === 0 ? texts.nothingLeftOpen : texts.coverStart;
}

function Money({ dollars }: { dollars: number }) {
  return (
    <Fits text={formatCents(dollars)}>
      <NumberTicker
        value={Math.round(dollars * 100)}
        format={(cents) => formatCents(cents / 100)}
      />
    </Fits>
  );
}

function Times({ times }: { times: number }) {
  return (
    <Fits text={formatTimes(times)}>
      <NumberTicker
        value={Math.round(times * 100)}
        format={(hundredths) => formatTimes(hundredths / 100)}
      />
    </Fits>
  );
}

type StatProps = { name: string; note: string; children: ReactNode };

function Stat({ name, note, children }: StatProps) {
  return (
    <Card className="flex min-w-0 flex-col px-4 py-4">
      <dt className="eyebrow">{name}</dt>
      <dd className="mt-2 font-display text-lg font-bold whitespace-nowrap 2xl:text-xl">
        {children}
      </dd>
      <dd className="mt-1 text-xs text-muted">{note}</dd>
    </Card>
  );
}
