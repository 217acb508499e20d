import { useQuery } from "@tanstack/react-query";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/Skeleton";
import { historyQuery } from "../common/queries";
import { type DiceRound, readDiceRound } from "./model";
import { useDiceTable } from "./table";

/** How many of the rounds kept are shown (specification 2, point 9). */
const STRIP_LENGTH = 15;

const strip =
  "-mx-1 flex h-12 items-center gap-1.5 overflow-x-auto px-1 [scrollbar-width:none] max-lg:[mask-image:linear-gradient(90deg,#000_calc(100%-3rem),transparent)] lg:h-21 lg:flex-wrap lg:content-start lg:gap-x-1 lg:gap-y-0";

/** The member's last rolls, newest first. Each opens its proof. */
export function HistoryStrip({ onPick }: { onPick: (roundId: string) => void }) {
  const { data, isPending, isError, refetch } = useQuery(historyQuery("dice"));
  const rollingId = useDiceTable((table) => table.rolling?.id);

  if (isPending)
    return (
      <div role="status" className={strip}>
        <span className="sr-only">Loading your last rolls</span>
        {[0, 1, 2, 3, 4, 5].map((place) => (
          <Skeleton key={place} className="h-9 w-16 shrink-0 rounded-full" />
        ))}
      </div>
    );
  if (isError)
    return (
      <div className="flex h-12 items-center text-sm text-muted">
        Your last rolls could not be loaded.
        <button
          type="button"
          onClick={() => void refetch()}
          className="min-h-11 px-2 font-semibold text-text underline decoration-line-strong underline-offset-4"
        >
          Retry
        </button>
      </div>
    );

  // A round that is still being shown must not stand in the list before its pointer has arrived.
  const rounds = data
    .map(readDiceRound)
    .filter((round): round is DiceRound => round !== null && round.id !== rollingId)
    .slice(0, STRIP_LENGTH);
  if (rounds.length === 0)
    return (
      <p className="flex h-12 items-center text-sm text-muted">
        Your last 15 rolls will stand here.
      </p>
    );
  return (
    <ol aria-label="Your last rolls, newest first" className={strip}>
      {rounds.map((round) => (
        <li key={round.id} className="shrink-0">
          <RollChip round={round} onPick={() => onPick(round.id)} />
        </li>
      ))}
    </ol>
  );
}

function RollChip({ round, onPick }: { round: DiceRound; onPick: () => void }) {
  return (
    <button
      type="button"
      onClick={onPick}
      aria-label={`${round.roll}, ${round.won ? "hit" : "missed"}. Show the proof`}
      className="group flex h-11 items-center rounded-full lg:pointer-fine:h-10"
    >
      <span
        className={cx(
          "flex h-8 items-center gap-1.5 rounded-full border px-3 text-sm lg:gap-1 lg:px-2 font-semibold transition-colors",
          round.won
            ? "border-win/25 bg-win/10 text-win group-hover:border-win/50"
            : "border-line bg-ink-850 text-muted group-hover:border-line-strong",
        )}
      >
        <span
          className={cx(
            "size-1.5 rounded-full",
            round.won ? "bg-win" : "ring-1 ring-muted ring-inset",
          )}
        />
        {round.roll}
      </span>
    </button>
  );
}
