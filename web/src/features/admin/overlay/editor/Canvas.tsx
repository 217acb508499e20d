import { useParentSize } from "@visx/responsive";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { cx } from "@/ui/cx";
import type { Values } from "../../settings/values";
import * as texts from "../texts/editor.en";
import "./game.css";
import { CANVAS, type Guides, keyPlate, nextAt, type Plate } from "./geometry";
import { Handles } from "./Handles";
import { idOf, nameOf, plateOf } from "./model";
import { type Drag, useDrag } from "./use-drag";

export type Background = keyof typeof texts.backgrounds;

const grounds: Readonly<Record<Background, string>> = {
  game: "game-ground",
  white: "bg-white",
  black: "bg-black",
};

type CanvasProps = {
  sources: readonly Values[];
  selected: string;
  background: Background;
  isLocked: boolean;
  onSelect: (id: string) => void;
  onPlace: (id: string, plate: Plate) => void;
  /** What is drawn below the plates, at a scale. */
  children: (scale: number) => ReactNode;
};

const NO_GUIDES: Guides = { x: null, y: null };

/** The picture of the broadcast with the plate of every source, to be moved and sized. */
export function Canvas(props: CanvasProps) {
  const { sources, selected, background, isLocked, onSelect, onPlace, children } = props;
  const { parentRef, width } = useParentSize({
    ignoreDimensions: ["height", "top", "left"],
    debounceTime: 0,
  });
  const scale = width / CANVAS.width;
  const hintId = useId();
  const [guides, setGuides] = useState(NO_GUIDES);
  const [said, setSaid] = useState("");
  const plates = sources.map(plateOf);
  const place = (index: number, plate: Plate) => {
    const source = sources[index];
    if (source !== undefined) onPlace(idOf(source), plate);
  };
  const drag = useDrag({
    scale,
    plates,
    onDrag: (index, { plate, guides: found }) => {
      setGuides(found);
      place(index, plate);
    },
    onEnd: () => setGuides(NO_GUIDES),
  });
  return (
    <div>
      <div
        ref={parentRef}
        style={{ aspectRatio: CANVAS.width / CANVAS.height }}
        className={cx(
          "relative isolate w-full overflow-hidden rounded-md border border-line",
          grounds[background],
        )}
      >
        {children(scale)}
        {sources.map((source, index) => (
          <Box
            key={idOf(source)}
            name={nameOf(source).trim() || texts.unnamed}
            plate={plates[index] ?? plateOf(source)}
            scale={scale}
            isSelected={idOf(source) === selected}
            isLocked={isLocked}
            describedBy={hintId}
            drag={drag(index)}
            onSelect={() => onSelect(idOf(source))}
            onPressAgain={(point) => {
              const next = sources[nextAt(plates, index, point)];
              if (next !== undefined) onSelect(idOf(next));
            }}
            onPlace={(plate) => {
              place(index, plate);
              setSaid(describe(nameOf(source), plate));
            }}
          />
        ))}
        <GuideLines guides={guides} />
      </div>
      <p id={hintId} className="mt-2 text-xs text-muted">
        {texts.canvasKeys}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

const describe = (name: string, { x, y, width, height }: Plate) =>
  texts.plateLabel(name, x, y, width, height);

const share = (pixels: number, of: number) => `${(pixels / of) * 100}%`;

type BoxProps = {
  name: string;
  plate: Plate;
  scale: number;
  isSelected: boolean;
  isLocked: boolean;
  describedBy: string;
  drag: Drag;
  onSelect: () => void;
  /** It was pressed without being moved, and was chosen already. */
  onPressAgain: (point: { x: number; y: number }) => void;
  onPlace: (plate: Plate) => void;
};

function Box(props: BoxProps) {
  const { name, plate, scale, isSelected, isLocked, describedBy, drag } = props;
  const { onSelect, onPressAgain, onPlace } = props;
  const wasSelected = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = isLocked ? null : keyPlate(plate, event);
    if (next === null) return;
    // The page would scroll, and Alt with an arrow would go back.
    event.preventDefault();
    onPlace(next);
  };
  return (
    <div
      style={{
        left: share(plate.x, CANVAS.width),
        top: share(plate.y, CANVAS.height),
        width: share(plate.width, CANVAS.width),
        height: share(plate.height, CANVAS.height),
        // Small plates lie on top of large ones.
        zIndex: isSelected ? 4_000_000 : 3_000_000 - Math.round(plate.width * plate.height),
      }}
      className="absolute"
    >
      <button
        type="button"
        aria-label={describe(name, plate)}
        aria-pressed={isSelected}
        aria-describedby={describedBy}
        onKeyDown={onKeyDown}
        onFocus={onSelect}
        onPointerDown={(event) => {
          wasSelected.current = isSelected;
          onSelect();
          // On a phone the picture scrolls with the page until a source is chosen.
          const isTouch = event.pointerType === "touch";
          if (!isLocked && (isSelected || !isTouch)) drag.start(event, null);
        }}
        onClick={(event) => {
          if (!wasSelected.current || event.detail === 0 || drag.hasMoved()) return;
          const { left, top } = event.currentTarget.getBoundingClientRect();
          onPressAgain({
            x: plate.x + (event.clientX - left) / (scale || 1),
            y: plate.y + (event.clientY - top) / (scale || 1),
          });
        }}
        {...drag.moves}
        className={cx(
          "absolute inset-0 overflow-hidden border text-left outline-none select-none",
          "shadow-[0_0_0_1px_rgb(0_0_0/0.6)] focus-visible:ring-4 focus-visible:ring-gold-300/60",
          isSelected
            ? "touch-none border-2 border-gold-400"
            : "border-dashed border-white/70 bg-ink-950/55 hover:bg-ink-950/35",
          !isLocked && (isSelected ? "cursor-move" : "cursor-pointer"),
        )}
      >
        {!isSelected && (
          <span className="absolute inset-0 flex items-center justify-center px-1 text-[0.6875rem] leading-none font-semibold text-white sm:text-xs">
            <span className="truncate">{name}</span>
          </span>
        )}
      </button>
      {isSelected && !isLocked && (
        <Handles width={plate.width * scale} height={plate.height * scale} drag={drag} />
      )}
    </div>
  );
}

/** The lines that the plate has snapped to. */
function GuideLines({ guides: { x, y } }: { guides: Guides }) {
  const look = "pointer-events-none absolute z-[5000000] bg-loss";
  return (
    <>
      {x !== null && (
        <span
          data-guide="x"
          className={cx(look, "inset-y-0 -ml-px w-0.5")}
          style={{ left: share(x, CANVAS.width) }}
        />
      )}
      {y !== null && (
        <span
          data-guide="y"
          className={cx(look, "inset-x-0 -mt-px h-0.5")}
          style={{ top: share(y, CANVAS.height) }}
        />
      )}
    </>
  );
}
