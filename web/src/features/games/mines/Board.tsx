import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { cx } from "@/ui/cx";
import { COLUMNS, facesOf, TILES } from "./model";
import { Result } from "./Result";
import { Tile } from "./Tile";
import { FLIP_MS, LAYOUT_MS, minesTable, reveal, useMinesTable } from "./table";
import * as texts from "./texts/en";
import "./board.css";

const allTiles = Array.from({ length: TILES }, (_, tile) => tile);

/** The 25 tiles. Arrow keys move over them, Enter and Space press one. */
export function Board() {
  const { round, showing, phase, asked } = useMinesTable();
  const view = showing ?? round;
  const faces = facesOf(view);
  const isEnded = view !== null && !view.isOpen;
  const isLive = phase === "idle" && view?.isOpen === true;
  const askedTile = phase === "asking" && asked?.kind === "reveal" ? asked.tile : null;
  const tiles = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(12);
  useFocusAtStart(tiles);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepFrom(cursor, event.key);
    if (next === null) return;
    event.preventDefault();
    setCursor(next);
    const button = tiles.current?.children[next];
    if (button instanceof HTMLElement) button.focus();
  };

  return (
    <div className="relative mx-auto w-full board-width">
      <div
        ref={tiles}
        role="group"
        aria-label={texts.board}
        className={cx(
          "grid grid-cols-5 gap-1.5 transition-opacity sm:gap-2",
          view === null && "opacity-80",
        )}
      >
        {allTiles.map((tile) => (
          <Tile
            key={tile}
            tile={tile}
            face={faces[tile] ?? "closed"}
            isLive={isLive && faces[tile] === "closed"}
            isAsked={askedTile === tile}
            turnAfterMs={isEnded ? waitOf(tile, view.picks) : 0}
            tabIndex={tile === cursor ? 0 : -1}
            onKeyDown={onKeyDown}
            onFocus={() => setCursor(tile)}
            onClick={() => (isEnded ? minesTable.clear() : reveal(tile))}
          />
        ))}
      </div>
      {phase === "idle" && isEnded && <Result round={view} />}
    </div>
  );
}

/** Once a round has ended the last pick turns first, then the rest from there outwards. */
function waitOf(tile: number, picks: readonly number[]): number {
  if (picks.includes(tile)) return 0;
  const from = picks.at(-1) ?? 12;
  const rows = Math.floor(tile / COLUMNS) - Math.floor(from / COLUMNS);
  const columns = (tile % COLUMNS) - (from % COLUMNS);
  const farthest = Math.hypot(COLUMNS - 1, COLUMNS - 1);
  return Math.round(FLIP_MS + (Math.hypot(rows, columns) / farthest) * (LAYOUT_MS - FLIP_MS));
}

/** Where an arrow key, Home or End leads on the board; null for any other key. */
export function stepFrom(tile: number, key: string): number | null {
  const column = tile % COLUMNS;
  switch (key) {
    case "ArrowLeft":
      return column > 0 ? tile - 1 : tile;
    case "ArrowRight":
      return column < COLUMNS - 1 ? tile + 1 : tile;
    case "ArrowUp":
      return tile >= COLUMNS ? tile - COLUMNS : tile;
    case "ArrowDown":
      return tile < TILES - COLUMNS ? tile + COLUMNS : tile;
    case "Home":
      return tile - column;
    case "End":
      return tile - column + COLUMNS - 1;
    default:
      return null;
  }
}

/** The start button goes with the start: who pressed it plays on from the board. */
function useFocusAtStart(tiles: RefObject<HTMLDivElement | null>): void {
  useEffect(
    () =>
      useMinesTable.subscribe((table, before) => {
        const hasStarted = before.asked?.kind === "start" && table.asked === null;
        if (!hasStarted || table.round?.isOpen !== true) return;
        const tile = tiles.current?.querySelector<HTMLElement>("[tabindex='0']");
        tile?.focus({ preventScroll: true });
      }),
    [tiles],
  );
}
