import { BadgeCheck, CircleAlert } from "lucide-react";
import { useState } from "react";
import { percent } from "@/features/games/common/fraction";
import { NoOdds, useAreOddsMissing } from "@/features/games/common/Odds";
import type { GameId } from "@/features/games/common/queries";
import { useRules } from "@/features/games/common/tables/queries";
import { gameIds, gameNames } from "@/features/games/common/verify/claim";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";
import { GamePicker } from "./GamePicker";
import { BlackjackOdds } from "./odds/BlackjackOdds";
import { DiceOdds } from "./odds/DiceOdds";
import { decimalFraction } from "./odds/decimals";
import { KenoOdds } from "./odds/KenoOdds";
import { LimboOdds } from "./odds/LimboOdds";
import { MinesOdds } from "./odds/MinesOdds";
import { RouletteOdds } from "./odds/RouletteOdds";
import { SlotOdds } from "./odds/SlotOdds";

const games = gameIds.map((value) => ({ value, label: gameNames[value] }));

/** The odds of one game at a time, from the table in force. */
export default function OddsSection({ game: first }: { game: string | null }) {
  const [game, setGame] = useState<GameId>(() => gameIds.find((id) => id === first) ?? "dice");
  const { table, hash, isStated, published } = useRules(game);
  if (useAreOddsMissing()) return <NoOdds />;
  return (
    <div className="flex flex-col gap-6">
      <GamePicker label="Game" options={games} value={game} onValueChange={setGame} />
      <Card className="rounded-xl p-4 sm:p-6 lg:p-8">
        <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <h3 className="text-xl">{gameNames[game]}</h3>
          {published?.highestReturn !== undefined && published.highestReturn !== null && (
            <p className="text-sm text-muted">
              Highest return of any bet:{" "}
              <span className="font-semibold text-text">
                {percent(decimalFraction(published.highestReturn), 2)}%
              </span>
            </p>
          )}
        </header>
        <TableHash hash={hash} isStated={isStated} />
        <div className="mt-8">
          <GameOdds
            key={game}
            game={game}
            raw={table}
            returnsByBet={published?.returnsByBet ?? null}
          />
        </div>
      </Card>
    </div>
  );
}

type GameOddsProps = {
  game: GameId;
  raw: unknown;
  returnsByBet: Parameters<typeof BlackjackOdds>[0]["returnsByBet"];
};

function GameOdds({ game, raw, returnsByBet }: GameOddsProps) {
  switch (game) {
    case "dice":
      return <DiceOdds raw={raw} />;
    case "limbo":
      return <LimboOdds raw={raw} />;
    case "mines":
      return <MinesOdds raw={raw} />;
    case "keno":
      return <KenoOdds raw={raw} />;
    case "blackjack":
      return <BlackjackOdds returnsByBet={returnsByBet} />;
    case "slot":
      return <SlotOdds raw={raw} />;
    case "roulette":
      return <RouletteOdds raw={raw} />;
  }
}

type TableHashProps = { hash: string | null; isStated: boolean | null };

/** The name of the table: what rounds carry, computed here over the table itself. */
function TableHash({ hash, isStated }: TableHashProps) {
  return (
    <div className="mt-4 flex min-h-16 items-center gap-3 rounded-md border border-line bg-ink-850 py-1.5 pr-1.5 pl-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
          <span className="font-medium">Rules hash</span>
          <HashWords isStated={isStated} />
        </p>
        <p className="mt-0.5 font-mono text-xs break-all text-muted">{hash ?? "…"}</p>
      </div>
      {hash !== null && <CopyButton text={hash} what="the rules hash" />}
    </div>
  );
}

function HashWords({ isStated }: { isStated: boolean | null }) {
  if (isStated === null)
    return <span className="text-xs text-muted">The published table of a fresh site</span>;
  const Icon = isStated ? BadgeCheck : CircleAlert;
  return (
    <span
      className={`inline-flex items-center gap-1 text-xs font-semibold ${isStated ? "text-win" : "text-loss"}`}
    >
      <Icon aria-hidden="true" className="size-4" />
      {isStated ? "Recomputed here: it is this table's" : "The site states another hash"}
    </span>
  );
}
