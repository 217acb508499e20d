import { prefersReducedMotion } from "@/ui/motion";
import { type Board, IDLE_BOARD, type SlotRound, type WinLabel } from "./model";
import { type Spin, skip, stopsAfter, type Timeline, timelineOf } from "./timeline";

/** What stands on the reels and beside them. */
export type Presented = {
  /** The board at rest: before a spin, and after it. */
  board: Board;
  /** The round that the board belongs to; null before the first one and during a spin. */
  standing: SlotRound | null;
  spin: Spin | null;
  beat: "rest" | "spinning" | "lighting" | "counting";
  /** How many bones are lit. */
  lit: number;
  /** A win of 5x or more, until its window is closed. */
  celebration: SlotRound | null;
};

export const nothingPresented: Presented = {
  board: IDLE_BOARD,
  standing: null,
  spin: null,
  beat: "rest",
  lit: 0,
  celebration: null,
};

type Cues = {
  spin: () => void;
  touch: (column: number) => void;
  light: (index: number) => void;
  sum: (label: WinLabel | null) => void;
};

/** How long a result stays on show before an auto run goes on: no win, a win, a win with a window. */
const HOLD_MS = { none: 0, win: 500, celebration: 1_800 } as const;

type Event = { at: number; happen: () => void };

/**
 * Leads through one spin after the other by the clock. It works with timers and not with pictures,
 * so a tab that is not looked at (and draws none) still comes to its end.
 */
export class Presentation {
  private readonly tell: (part: Partial<Presented>) => void;
  private readonly cues: Cues;
  private spin: Spin | null = null;
  private board: Board = IDLE_BOARD;
  private inRun = false;
  /** How many of the events of this spin have happened. */
  private happened = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wantsSkip = false;
  private finish: () => void = () => undefined;

  constructor(tell: (part: Partial<Presented>) => void, cues: Cues) {
    this.tell = tell;
    this.cues = cues;
  }

  /** The reels set off; nothing is known yet. */
  begin(turbo: boolean): void {
    this.close();
    this.happened = 0;
    this.wantsSkip = false;
    this.inRun = false;
    if (prefersReducedMotion()) {
      this.tell({ celebration: null, spin: null });
      return;
    }
    this.spin = { startedAt: performance.now(), before: this.board, result: null, turbo };
    this.cues.spin();
    const { spin } = this;
    this.tell({ spin, standing: null, beat: "spinning", lit: 0, celebration: null });
  }

  /** Shows a round on the reels; resolves when it has been seen, or when the page is left. */
  show(round: SlotRound, inRun: boolean): Promise<void> {
    this.inRun = inRun;
    if (this.spin === null) return Promise.resolve();
    return new Promise((resolve) => {
      this.finish = resolve;
      this.settle(round);
    });
  }

  /** The bet was refused: the reels come back to where they were. */
  refuse(): void {
    this.settle(null);
  }

  /** The board at once, for those who asked for less motion. */
  set(round: SlotRound, inRun: boolean): void {
    this.close();
    this.board = round.board;
    const celebration = round.label !== null && !inRun ? round : null;
    const { board, bones } = round;
    const lit = bones.length;
    this.tell({ board, standing: round, spin: null, beat: "rest", lit, celebration });
  }

  /** Shows the end of the spin that is under way. */
  readonly skip = (): void => {
    if (this.spin === null) return;
    if (this.spin.result === null) {
      this.wantsSkip = true;
      return;
    }
    this.spin = skip(this.spin, performance.now());
    this.tell({ spin: this.spin });
    this.goOn();
  };

  /** Closes the window of a win, and with it what was still being counted. */
  readonly dismiss = (): void => {
    this.tell({ celebration: null });
    this.skip();
    const timeline = this.spin === null ? null : timelineOf(this.spin);
    if (this.spin === null || timeline === null) return;
    // In a run the window was all that the next spin still waited for.
    if (performance.now() - this.spin.startedAt >= timeline.endAt) this.close();
  };

  /** The page was left. */
  abandon(): void {
    this.close();
    this.tell({ ...nothingPresented, board: this.board });
  }

  private close(): void {
    clearTimeout(this.timer);
    this.spin = null;
    this.finish();
    this.finish = () => undefined;
  }

  private settle(round: SlotRound | null): void {
    if (this.spin === null) return;
    const answered = performance.now() - this.spin.startedAt;
    const stopAsked = stopsAfter(answered, this.spin.turbo);
    this.spin = { ...this.spin, result: { round, stopAsked, skippedAt: null } };
    if (this.wantsSkip) this.spin = skip(this.spin, performance.now());
    if (round !== null) this.board = round.board;
    this.tell({ spin: this.spin });
    this.goOn();
  }

  /** Lets everything happen whose time has come, and waits for what is next. */
  private readonly goOn = (): void => {
    clearTimeout(this.timer);
    const timeline = this.spin === null ? null : timelineOf(this.spin);
    if (this.spin === null || timeline === null) return;
    const { startedAt, result } = this.spin;
    const events = this.eventsOf(result?.round ?? null, timeline);
    for (let event = events[this.happened]; event; event = events[this.happened]) {
      const wait = event.at - (performance.now() - startedAt);
      if (wait > 0) {
        this.timer = setTimeout(this.goOn, wait);
        return;
      }
      this.happened += 1;
      event.happen();
    }
  };

  /** Everything that happens in a spin, always in the same order, whether or not it is skipped. */
  private eventsOf(round: SlotRound | null, timeline: Timeline): Event[] {
    const { stops, restAt, lightsAt, summedAt, endAt } = timeline;
    const isWin = lightsAt.length > 0;
    const events: Event[] = stops.map((stop, column) => ({
      at: stop.touchesAt,
      happen: () => this.cues.touch(column),
    }));
    if (isWin) events.push({ at: restAt, happen: () => this.tell({ beat: "lighting" }) });
    for (const [index, at] of lightsAt.entries())
      events.push({ at, happen: () => this.light(index) });
    if (isWin && round !== null) events.push({ at: summedAt, happen: () => this.sum(round) });
    events.push({ at: endAt, happen: () => this.end(round) });
    if (this.inRun) {
      const hold = round?.label ? "celebration" : isWin ? "win" : "none";
      events.push({ at: endAt + HOLD_MS[hold], happen: () => this.goToNext() });
    }
    return events;
  }

  private light(index: number): void {
    this.cues.light(index);
    this.tell({ lit: index + 1 });
  }

  private sum(round: SlotRound): void {
    this.cues.sum(round.label);
    this.tell({ beat: "counting", ...(round.label !== null && { celebration: round }) });
  }

  private end(round: SlotRound | null): void {
    this.tell({ beat: "rest", ...(round !== null && { board: round.board, standing: round }) });
    if (!this.inRun) this.close();
  }

  private goToNext(): void {
    this.tell({ celebration: null });
    this.close();
  }
}
