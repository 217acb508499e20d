import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowRight, CirclePause } from "lucide-react";
import { Suspense } from "react";
import { availabilityOf, useGamesStatus } from "@/features/games/common/games-status";
import { rulesQuery } from "@/features/games/common/queries";
import { type games, offeredGames } from "@/features/games/registry";
import type { Site } from "@/features/site/queries";
import { Badge } from "@/ui/Badge";
import { cx } from "@/ui/cx";
import { formatPercent } from "@/ui/format/percent";
import * as texts from "./texts/en";

const art =
  "absolute inset-0 size-full transition-transform duration-300 group-hover:scale-105 group-focus-visible:scale-105";

/** The games that the site offers, with what the best bet in each gives back on average. */
export function GameTiles({ site }: { site: Site | undefined }) {
  const offered = offeredGames(site?.games);
  const rules = useQuery(rulesQuery).data?.games;
  const status = useGamesStatus().data;
  return (
    <section aria-labelledby="house-games">
      <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-2">
        {/* The menus of a phone lead here. */}
        <h2 id="house-games" className="scroll-mt-22 text-xl sm:text-2xl">
          {texts.houseGames}
        </h2>
        <Link
          to="/fairness"
          className="group -my-2 inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-muted transition-colors hover:text-text"
        >
          {texts.fairness}
          <ArrowRight
            aria-hidden="true"
            className="size-4 transition-transform duration-200 group-hover:translate-x-0.5"
          />
        </Link>
      </div>
      <ul className="mt-5 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {offered.map((game, place) => (
          <li key={game.id} className={cx(place === offered.length - 1 && fillOf(offered.length))}>
            <GameTile
              game={game}
              highestReturn={rules?.[game.id]?.highestReturn}
              closed={closedWords[availabilityOf(game.id, status).state]}
            />
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">{texts.returnsHint}</p>
    </section>
  );
}

/** How wide the last tile is, so that it fills its row of two or four. */
function fillOf(count: number): string {
  const phone = count % 2 === 1 ? "col-span-2" : "";
  const wide = ["", "lg:col-span-4", "lg:col-span-3", "lg:col-span-2"][count % 4] ?? "";
  return cx(phone, wide);
}

/** Why a game takes no bets at the moment; null for one that does. */
const closedWords = {
  open: null,
  maintenance: texts.inMaintenance,
  paused: texts.pausedToday,
} as const;

type GameTileProps = {
  game: (typeof games)[number];
  highestReturn: string | undefined;
  closed: string | null;
};

function GameTile({ game, highestReturn, closed }: GameTileProps) {
  const { name, path, TileArt } = game;
  return (
    <Link
      to={path}
      className="surface group flex h-full flex-col overflow-hidden rounded-lg transition-[border-color,background-color] hover:border-line-strong hover:bg-ink-850"
    >
      <div className="relative h-28 overflow-hidden border-b border-line bg-ink-950 sm:h-36">
        <div className={cx("absolute inset-0", closed !== null && "opacity-35 grayscale")}>
          <Suspense fallback={null}>
            <TileArt className={art} />
          </Suspense>
        </div>
        {closed !== null && (
          <span className="absolute top-2.5 left-2.5">
            <Badge>
              <CirclePause aria-hidden="true" className="size-3.5" />
              {closed}
            </Badge>
          </span>
        )}
      </div>
      <div className="flex flex-1 flex-col px-3.5 py-3 sm:px-4">
        <h3 className="text-base leading-tight">{name}</h3>
        <p className="mt-1 min-h-5 text-sm whitespace-nowrap text-muted">
          {highestReturn !== undefined &&
            texts.highestReturn(
              <span className="font-semibold text-text">
                {formatPercent(Number(highestReturn))}
              </span>,
            )}
        </p>
      </div>
    </Link>
  );
}
