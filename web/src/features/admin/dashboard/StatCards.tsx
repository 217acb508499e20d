import { Crown, Scale, Sigma, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { Fits } from "@/ui/Fits";
import { formatCents } from "@/ui/format/dollars";
import { formatPoints } from "@/ui/format/numbers";
import { Skeleton } from "@/ui/Skeleton";
import { Private } from "../shell/Private";
import * as hidden from "../shell/texts/private.en";
import { figuresOf } from "./figures";
import type { Board } from "./queries";
import * as texts from "./texts/en";

/** The four figures of a month; undefined while it is being read. */
export function StatCards({ board }: { board: Board | undefined }) {
  const figures = board === undefined ? null : figuresOf(board.entries);
  return (
    <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <Stat term={texts.totalPlayers} icon={<Users aria-hidden="true" className="size-4.5" />}>
        {figures && formatPoints(figures.players)}
      </Stat>
      <Stat term={texts.totalWagered} icon={<Sigma aria-hidden="true" className="size-4.5" />}>
        {figures && formatCents(figures.wagered)}
      </Stat>
      <Stat term={texts.averageWagered} icon={<Scale aria-hidden="true" className="size-4.5" />}>
        {figures && formatCents(figures.average)}
      </Stat>
      <Stat
        term={texts.topPlayer}
        icon={<Crown aria-hidden="true" className="size-4.5" />}
        {...(figures?.top && {
          note: (
            <Private what={hidden.wagersOf(figures.top.username)}>
              {formatCents(figures.top.wagered)}
            </Private>
          ),
        })}
      >
        {figures && (figures.top?.username ?? "–")}
      </Stat>
    </dl>
  );
}

type StatProps = {
  term: string;
  icon: ReactNode;
  note?: ReactNode;
  /** Null while it is being read. */
  children: string | null;
};

function Stat({ term, icon, note, children }: StatProps) {
  return (
    <Card className="flex flex-col p-5">
      <dt className="flex items-center gap-2 text-sm font-medium text-muted">
        <span className="text-faint">{icon}</span>
        {term}
      </dt>
      <dd
        className={cx(
          "mt-2 font-display font-bold tabular-nums [overflow-wrap:anywhere]",
          // Names of the casino are up to twice as long as what fits at the large size.
          (children ?? "").length > 12 ? "text-lg" : "text-xl",
        )}
      >
        {children === null ? (
          <>
            <Skeleton className="mt-1 h-7 w-28 rounded-sm" />
            <span className="sr-only">{texts.loadingText}</span>
          </>
        ) : (
          <Fits text={children} />
        )}
        {note !== undefined && (
          <span className="mt-0.5 block font-sans text-sm font-normal text-muted">{note}</span>
        )}
      </dd>
    </Card>
  );
}
