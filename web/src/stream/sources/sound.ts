import { type Output, openOutput, playTone, type Tone } from "@/ui/sound";
import type { HappeningKind } from "./state";

type Note = Omit<Tone, "at"> & { after: number };

const note = (hertz: number, after: number, length = 0.55, gain = 0.22): Note => ({
  hertz,
  after,
  length,
  gain,
  type: "triangle",
});

/** Short and in the same key, so that two of them in a row do not clash. */
const TUNES: Readonly<Partial<Record<HappeningKind, readonly Note[]>>> = {
  winner: [
    note(523.25, 0),
    note(659.25, 0.11),
    note(783.99, 0.22),
    note(1_046.5, 0.33, 1.3, 0.28),
    note(1_318.51, 0.36, 1.3, 0.14),
  ],
  challenge: [note(587.33, 0), note(880, 0.14, 0.9)],
  win: [note(783.99, 0, 0.3), note(1_046.5, 0.09, 0.3), note(1_567.98, 0.18, 0.9, 0.16)],
  linked: [note(659.25, 0, 0.4, 0.16), note(987.77, 0.12, 0.6, 0.14)],
};
const LONGEST_S = 2.5;

let output: Output | null = null;
let level = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** From 0, silent, to 1. */
export function setVolume(volume: number): void {
  const next = Math.min(1, Math.max(0, volume));
  if (next === level) return;
  level = next;
  output?.close();
  output = null;
}

/** Plays the tune of a kind of event. The device is released afterwards: it takes processor time while it is open. */
export function playAlert(kind: HappeningKind): void {
  const tune = TUNES[kind];
  if (tune === undefined || level === 0) return;
  try {
    output ??= openOutput({ kind: "effects", volume: level });
  } catch {
    // There is no audio device.
    return;
  }
  const { context, input } = output;
  void context.resume().catch(() => undefined);
  for (const { after, ...tone } of tune)
    playTone(context, input, { ...tone, at: context.currentTime + 0.03 + after });
  clearTimeout(timer);
  timer = setTimeout(() => {
    output?.close();
    output = null;
  }, LONGEST_S * 1_000);
}
