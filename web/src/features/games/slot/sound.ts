import { useMuted } from "@/data/mute";
import { type Hiss, type Output, openOutput, playHiss, playTone, type Tone } from "@/ui/sound";
import type { WinLabel } from "./model";

/** The sounds of the slot. They are quiet, short, and follow the win. */

const VOLUME = 0.5;
let output: Output | null = null;

/** Called from a press: browsers let a page sound only after one. */
export function wakeSound(): void {
  if (useMuted.getState()) return;
  if (output !== null) return void output.context.resume().catch(() => undefined);
  if (typeof AudioContext === "undefined") return;
  try {
    output = openOutput({ kind: "effects", volume: VOLUME });
  } catch {
    // No sound device: the game goes on without.
  }
}

/** Silence when the page is left. */
export function restSound(): void {
  void output?.context.suspend().catch(() => undefined);
}

function play({ after = 0, ...tone }: Tone & { after?: number }): void {
  if (output === null || output.isSilent()) return;
  const { context, input } = output;
  playTone(context, input, { ...tone, at: context.currentTime + after });
}

function rustle(hiss: Hiss): void {
  if (output !== null && !output.isSilent()) playHiss(output.context, output.input, hiss);
}

/** A major pentatonic from C5: any of its notes go together. */
const SCALE = [523.25, 587.33, 659.25, 783.99, 880, 1_046.5, 1_174.7, 1_318.5, 1_568, 1_760];

function bell(step: number, gain: number, after = 0): void {
  const hertz = SCALE[Math.min(step, SCALE.length - 1)] ?? 880;
  play({ hertz, gain, length: 0.55, after });
  play({ hertz: hertz * 2.01, gain: gain * 0.35, length: 0.3, after });
  play({ hertz: hertz * 3.9, gain: gain * 0.12, length: 0.12, after });
}

/** How many bells ring for a win. */
const BELLS: Readonly<Record<WinLabel | "small", number>> = {
  small: 3,
  "NICE WIN": 5,
  "GREAT WIN": 7,
  "BIG WIN": 9,
  "MEGA WIN": 10,
};

export const cues = {
  /** The reels set off. */
  spin: () => rustle({ hertz: 280, to: 1_100, gain: 0.09, length: 0.26 }),
  /** A reel meets its stop. */
  touch: (column: number) => {
    play({ hertz: 128 + column * 5, to: 62, gain: 0.42, length: 0.13 });
    rustle({ hertz: 900, to: 240, gain: 0.12, length: 0.07 });
  },
  /** A bone lights up; each sounds higher than the one before it. */
  light: (index: number) => bell(index, 0.2),
  /** The sum stands. */
  sum: (label: WinLabel | null) => {
    const bells = BELLS[label ?? "small"];
    for (let step = 0; step < bells; step += 1) bell(step, 0.15, 0.06 + step * 0.075);
    if (label !== null)
      for (const hertz of [261.63, 329.63, 392])
        play({ hertz, type: "triangle", gain: 0.08, length: 0.9 + bells * 0.12, after: 0.1 });
  },
};
