import { BadgeCheck, CircleAlert } from "lucide-react";
import { Suspense, use, useDeferredValue, useState } from "react";
import { percent } from "@/features/games/common/fraction";
import { GamePicker } from "@/features/games/common/GamePicker";
import type { Game } from "@/features/games/common/game";
import { NoOdds, useAreOddsMissing } from "@/features/games/common/Odds";
import { decimalFraction } from "@/features/games/common/odds/decimals";
import { useRules } from "@/features/games/common/tables/queries";
import { findGame, games, offeredGames } from "@/features/games/registry";
import { useSite } from "@/features/site/queries";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";
import { Skeleton } from "@/ui/Skeleton";
import * as texts from "./texts/odds.en";

/** The odds of one game at a time, from the table in force: those that the site offers, and one that a link names. */
export default function OddsSection({ game: first }: { game: string | null }) {
  const offered: readonly Game[] = offeredGames(useSite()?.games);
  const [chosen, setChosen] = useState<Game | undefined>(() => findGame(first));
  const game = chosen ?? offered[0] ?? games[0];
  const options = [...new Set([...offered, game])].map(({ id, name }) => ({
    value: id,
    label: name,
  }));
  // The old game stays until the new one is loaded.
  const shown = useDeferredValue(game);
  if (useAreOddsMissing()) return <NoOdds />;
  return (
    <div className="flex flex-col gap-6">
      <GamePicker
        label={texts.game}
        options={options}
        value={game.id}
        onValueChange={(id) => setChosen(findGame(id))}
      />
      <Card className="rounded-xl p-4 sm:p-6 lg:p-8">
        <Suspense fallback={<LoadingOdds />}>
          <GameOdds key={shown.id} game={shown} />
        </Suspense>
      </Card>
    </div>
  );
}

function LoadingOdds() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-7 w-40 rounded-md" />
      <Skeleton className="h-16 w-full rounded-md" />
      <Skeleton className="h-72 w-full rounded-md" />
    </div>
  );
}

function GameOdds({ game: { id, name, Odds, checker } }: { game: Game }) {
  const { table, hash, isStated, published } = useRules(id, use(checker()).published);
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h3 className="text-xl">{name}</h3>
        {published?.highestReturn !== undefined && published.highestReturn !== null && (
          <p className="text-sm text-muted">
            {texts.highestReturn(
              <span className="font-semibold text-text">
                {percent(decimalFraction(published.highestReturn), 2)}%
              </span>,
            )}
          </p>
        )}
      </header>
      <TableHash hash={hash} isStated={isStated} />
      <div className="mt-8">
        <Odds raw={table} returnsByBet={published?.returnsByBet ?? null} />
      </div>
    </>
  );
}

type TableHashProps = { hash: string | null; isStated: boolean | null };

/** The name of the table: what rounds carry, computed here over the table itself. */
function TableHash({ hash, isStated }: TableHashProps) {
  return (
    <div className="mt-4 flex min-h-16 items-center gap-3 rounded-md border border-line bg-ink-850 py-1.5 pr-1.5 pl-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
          <span className="font-medium">{texts.rulesHash}</span>
          <HashWords isStated={isStated} />
        </p>
        <p className="mt-0.5 font-mono text-xs break-all text-muted">{hash ?? "…"}</p>
      </div>
      {hash !== null && <CopyButton text={hash} what={texts.rulesHashCopied} />}
    </div>
  );
}

function HashWords({ isStated }: { isStated: boolean | null }) {
  if (isStated === null) return <span className="text-xs text-muted">{texts.defaultTable}</span>;
  const Icon = isStated ? BadgeCheck : CircleAlert;
  return (
    <span
      className={`inline-flex items-center gap-1 text-xs font-semibold ${isStated ? "text-win" : "text-loss"}`}
    >
      <Icon aria-hidden="true" className="size-4" />
      {isStated ? texts.hashMatches : texts.hashDiffers}
    </span>
  );
}
