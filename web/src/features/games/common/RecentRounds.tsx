import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/Skeleton";
import { useOpenProof } from "./GameFrame";
import { type GameId, historyQuery, type Round } from "./queries";
import * as commonTexts from "./texts/en";

/** How many of the rounds kept are shown. */
const STRIP_LENGTH = 15;

const strip =
  "-mx-1 flex h-12 items-center gap-1.5 overflow-x-auto px-1 [scrollbar-width:none] [mask-image:linear-gradient(90deg,#000_calc(100%-3rem),transparent)]";

/** What a game says of a member's last rounds. */
type RecentTexts = {
  loading: string;
  failed: string;
  /** `most`: how many are shown. */
  empty: (most: number) => string;
  title: string;
};

type RecentRoundsProps<R> = {
  game: GameId;
  texts: RecentTexts;
  read: (record: Round) => R | null;
  /** The id of a round that is still being shown: it must not stand here before its animation ends. */
  hiddenId: string | undefined;
  /** What the chip of a round says, to the eye and to a screen reader. */
  chip: (round: R) => { text: ReactNode; said: string; good: boolean };
  className?: string;
};

/** The member's last rounds of a game, newest first. Each opens its proof. */
export function RecentRounds<R extends { id: string }>(props: RecentRoundsProps<R>) {
  const { game, texts, read, hiddenId, chip, className } = props;
  const { data, isPending, isError, refetch } = useQuery(historyQuery(game));
  const openProof = useOpenProof();

  if (isPending)
    return (
      <div role="status" className={cx(strip, className)}>
        <span className="sr-only">{texts.loading}</span>
        {[0, 1, 2, 3, 4, 5].map((place) => (
          <Skeleton key={place} className="h-9 w-16 shrink-0 rounded-full" />
        ))}
      </div>
    );
  if (isError)
    return (
      <div className={cx("flex h-12 items-center text-sm text-muted", className)}>
        {texts.failed}
        <button
          type="button"
          onClick={() => void refetch()}
          className="min-h-11 px-2 font-semibold text-text underline decoration-line-strong underline-offset-4"
        >
          {commonTexts.retry}
        </button>
      </div>
    );

  const rounds = data
    .map(read)
    .filter((round): round is R => round !== null && round.id !== hiddenId)
    .slice(0, STRIP_LENGTH);
  if (rounds.length === 0)
    return (
      <p className={cx("flex h-12 items-center text-sm text-muted", className)}>
        {texts.empty(STRIP_LENGTH)}
      </p>
    );
  return (
    <ol aria-label={texts.title} className={cx(strip, className)}>
      {rounds.map((round) => (
        <li key={round.id} className="shrink-0">
          <RoundChip {...chip(round)} onPick={() => openProof(round.id)} />
        </li>
      ))}
    </ol>
  );
}

function RoundChip({
  text,
  said,
  good,
  onPick,
}: {
  text: ReactNode;
  said: string;
  good: boolean;
  onPick: () => void;
}) {
  return (
    <button
      type="button"
      onClick={onPick}
      aria-label={commonTexts.showProof(said)}
      className="group flex h-11 items-center rounded-full lg:pointer-fine:h-10"
    >
      <span
        className={cx(
          "flex h-8 items-center gap-1.5 rounded-full border px-3 text-sm lg:gap-1 lg:px-2 font-semibold transition-colors",
          good
            ? "border-win/25 bg-win/10 text-win group-hover:border-win/50"
            : "border-line bg-ink-850 text-muted group-hover:border-line-strong",
        )}
      >
        <span
          className={cx("size-1.5 rounded-full", good ? "bg-win" : "ring-1 ring-muted ring-inset")}
        />
        {text}
      </span>
    </button>
  );
}
