import { type Board, COLUMNS, fromHundredths, LABELS_FROM, type SlotRound } from "./model";
import { type ReelStop, SETTLE_MS, stopOf } from "./reels";

/** One spin from the press to the last count, as far as it is known. */
export type Spin = {
  /** The clock of the page at the press (performance.now). */
  startedAt: number;
  before: Board;
  /** Null while the server is asked. */
  result: SpinResult | null;
  turbo: boolean;
};

type SpinResult = {
  /** Null for a bet that was refused: the reels go back to the board before. */
  round: SlotRound | null;
  /** When the reels were asked to stop, in milliseconds after the start. */
  stopAsked: readonly number[];
  /** When the member asked to see the end at once; null otherwise. */
  skippedAt: number | null;
};

/** What happens when, in milliseconds after the start of the spin. */
export type Timeline = {
  stops: readonly ReelStop[];
  /** All reels are at rest. */
  restAt: number;
  /** When each bone lights up. */
  lightsAt: readonly number[];
  /** The sum stands, and the payout begins to count up. */
  summedAt: number;
  /** The payout has been counted. */
  endAt: number;
};

type Pace = { leastSpin: number; stagger: number; pause: number; light: number; after: number };
const paces: Record<"normal" | "turbo", Pace> = {
  normal: { leastSpin: 560, stagger: 190, pause: 160, light: 330, after: 240 },
  turbo: { leastSpin: 200, stagger: 0, pause: 60, light: 140, after: 120 },
};

/** How long the payout counts up: longer with the win, never endless. */
const COUNT_MS = { small: 500, nice: 1_300, great: 1_900, big: 2_600, mega: 3_400 } as const;

/** When the reels are asked to stop, for an answer that came after `answered` milliseconds. */
export function stopsAfter(answered: number, turbo: boolean): number[] {
  const { leastSpin, stagger } = paces[turbo ? "turbo" : "normal"];
  const first = Math.max(answered, leastSpin);
  return Array.from({ length: COLUMNS }, (_, column) => first + column * stagger);
}

/** The same spin, seen to its end at once. What has happened already stays as it is. */
export function skip(spin: Spin, now: number): Spin {
  const { result } = spin;
  if (result === null || result.skippedAt !== null) return spin;
  const skippedAt = now - spin.startedAt;
  const stopAsked = result.stopAsked.map((asked) => Math.min(asked, skippedAt));
  return { ...spin, result: { ...result, stopAsked, skippedAt } };
}

/** When everything in a spin happens; null while the server is asked. */
export function timelineOf(spin: Spin): Timeline | null {
  const { result } = spin;
  if (result === null) return null;
  const pace = paces[spin.turbo || result.skippedAt !== null ? "turbo" : "normal"];
  const stops = result.stopAsked.map((asked, column) => stopOf(column, asked));
  const restAt = Math.max(...stops.map((stop) => stop.touchesAt)) + SETTLE_MS;
  const bones = result.round?.bones ?? [];
  if (result.round === null || bones.length === 0) {
    return { stops, restAt, lightsAt: [], summedAt: restAt, endAt: restAt + pace.after };
  }
  // A skip lights what is left at that moment, or when the reels have come to rest.
  const hurried = result.skippedAt === null ? Infinity : Math.max(result.skippedAt, restAt);
  const own = paces[spin.turbo ? "turbo" : "normal"];
  const lightsAt = bones.map((_, index) =>
    Math.min(restAt + own.pause + index * own.light, hurried),
  );
  const lastLight = lightsAt.at(-1) ?? restAt;
  const summedAt = Math.min(lastLight + own.light, Math.max(hurried, lastLight));
  const counted = summedAt + countMs(result.round, spin.turbo);
  const endAt = Math.min(counted, Math.max(hurried + SETTLE_MS, summedAt + SETTLE_MS));
  return { stops, restAt, lightsAt, summedAt, endAt };
}

function countMs(round: SlotRound, turbo: boolean): number {
  const x100 = fromHundredths(round.multiplier);
  const full =
    x100 >= LABELS_FROM["MEGA WIN"]
      ? COUNT_MS.mega
      : x100 >= LABELS_FROM["BIG WIN"]
        ? COUNT_MS.big
        : x100 >= LABELS_FROM["GREAT WIN"]
          ? COUNT_MS.great
          : x100 >= LABELS_FROM["NICE WIN"]
            ? COUNT_MS.nice
            : COUNT_MS.small;
  return turbo ? full / 2 : full;
}
