import { create } from "zustand";
import { parseText, stored } from "@/wire/storage";
import type { WinLabel } from "./model";

/**
 * The sounds of the slot, made by the browser's own synthesiser as they are needed: no files. They
 * are quiet, short, and follow the win; nothing sounds before the first press, while the tab is
 * hidden, or when muted.
 */

const storedMute = stored({ name: "slot.muted", format: "text", parse: parseText });

export const useMuted = create<boolean>(() => storedMute.read() === "1");

/** Turns the sounds off or on again, and remembers it. */
export function toggleMuted(): void {
  const muted = !useMuted.getState();
  useMuted.setState(muted, true);
  storedMute.write(muted ? "1" : "0");
  if (speaker !== null) speaker.volume.gain.value = muted ? 0 : VOLUME;
}

const VOLUME = 0.5;
type Speaker = { context: AudioContext; volume: GainNode; hiss: AudioBuffer };
let speaker: Speaker | null = null;

/** Called from a press: browsers let a page sound only after one. */
export function wakeSound(): void {
  if (useMuted.getState()) return;
  if (speaker !== null) return void speaker.context.resume().catch(() => undefined);
  if (typeof AudioContext === "undefined") return;
  try {
    const context = new AudioContext();
    const volume = new GainNode(context, { gain: VOLUME });
    volume.connect(new DynamicsCompressorNode(context)).connect(context.destination);
    speaker = { context, volume, hiss: hissOf(context) };
  } catch {
    // No sound device: the game goes on without.
  }
}

/** Silence when the page is left. */
export function restSound(): void {
  void speaker?.context.suspend().catch(() => undefined);
}

function hissOf(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}

type Note = {
  hertz: number;
  /** Where it glides to. */
  to?: number;
  type?: OscillatorType;
  gain: number;
  /** Seconds. */
  length: number;
  /** Seconds from now. */
  after?: number;
};

function play(note: Note): void {
  if (speaker === null || useMuted.getState() || document.hidden) return;
  const { context, volume } = speaker;
  const start = context.currentTime + (note.after ?? 0);
  const end = start + note.length;
  const tone = new OscillatorNode(context, { type: note.type ?? "sine", frequency: note.hertz });
  const loud = new GainNode(context, { gain: 0 });
  tone.frequency.setValueAtTime(note.hertz, start);
  if (note.to !== undefined) tone.frequency.exponentialRampToValueAtTime(note.to, end);
  loud.gain.setValueAtTime(0, start);
  loud.gain.linearRampToValueAtTime(note.gain, start + 0.006);
  loud.gain.exponentialRampToValueAtTime(0.0001, end);
  tone.connect(loud).connect(volume);
  tone.start(start);
  tone.stop(end);
}

function rustle(hertz: number, to: number, gain: number, length: number): void {
  if (speaker === null || useMuted.getState() || document.hidden) return;
  const { context, volume, hiss } = speaker;
  const start = context.currentTime;
  const source = new AudioBufferSourceNode(context, { buffer: hiss });
  const band = new BiquadFilterNode(context, { type: "bandpass", frequency: hertz, Q: 0.9 });
  band.frequency.exponentialRampToValueAtTime(to, start + length);
  const loud = new GainNode(context, { gain });
  loud.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(band).connect(loud).connect(volume);
  source.start(start);
  source.stop(start + length);
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
  spin: () => rustle(280, 1_100, 0.09, 0.26),
  /** A reel meets its stop. */
  touch: (column: number) => {
    play({ hertz: 128 + column * 5, to: 62, gain: 0.42, length: 0.13 });
    rustle(900, 240, 0.12, 0.07);
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
