import { openOutput, type Player, playTone } from "@/ui/sound";

/** Four chords in A minor, as steps above A3 (220 Hz). Each is held for one bar. */
const chords: readonly (readonly number[])[] = [
  [-12, 0, 7, 10, 15],
  [-16, -4, 3, 8, 12],
  [-9, 3, 7, 10, 14],
  [-14, -2, 2, 5, 12],
];
/** What the bells choose from, in this order: no chance, so that the loop is a loop. */
const bells: readonly number[] = [24, 19, 27, 22, 31, 24, 15, 22];
const BAR_S = 8;
const FADE_S = 0.6;

/**
 * A calm loop of soft chords and a few far bells, made in the browser: nothing to download, nobody's
 * rights. It makes no sound before `play`.
 */
export function openCalmLoop(volume: number): Player {
  const { context, input, close } = openOutput({ kind: "music", volume: 1 });
  const out = new GainNode(context, { gain: 0 });
  out.connect(input);
  const warm = context.createBiquadFilter();
  warm.type = "lowpass";
  warm.frequency.value = 950;
  warm.connect(out);
  const echo = addEcho(context, out);

  let wanted = volume;
  let bar = 0;
  let nextBarAt = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let pausing: ReturnType<typeof setTimeout> | undefined;
  const fadeTo = (level: number) =>
    out.gain.setTargetAtTime(level, context.currentTime, FADE_S / 3);
  const writeAhead = () => {
    // A tab in the background is woken once a second, so a whole second is always written ahead.
    if (nextBarAt - context.currentTime > 2) return;
    const at = Math.max(nextBarAt, context.currentTime + 0.05);
    playChord(context, warm, chords[bar % chords.length] ?? [], at);
    playBells(context, echo, bar, at);
    bar += 1;
    nextBarAt = at + BAR_S;
  };

  return {
    play: async () => {
      clearTimeout(pausing);
      await context.resume();
      fadeTo(wanted);
      writeAhead();
      clearInterval(timer);
      timer = setInterval(writeAhead, 500);
    },
    pause: () => {
      clearInterval(timer);
      fadeTo(0);
      pausing = setTimeout(() => void context.suspend(), FADE_S * 1_000);
    },
    setVolume: (next) => {
      wanted = next;
      if (context.state === "running") fadeTo(next);
    },
    close: () => {
      clearInterval(timer);
      clearTimeout(pausing);
      close();
    },
  };
}

function frequencyOf(step: number): number {
  return 220 * 2 ** (step / 12);
}

/** Each note is two voices a little apart, which makes them drift like strings. */
function playChord(
  context: AudioContext,
  to: AudioNode,
  steps: readonly number[],
  at: number,
): void {
  for (const step of steps) {
    const level = context.createGain();
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(0.055, at + 2.6);
    level.gain.setValueAtTime(0.055, at + BAR_S - 2);
    level.gain.linearRampToValueAtTime(0, at + BAR_S + 2.4);
    level.connect(to);
    for (const detune of [-5, 5]) {
      const voice = context.createOscillator();
      voice.type = "triangle";
      voice.frequency.value = frequencyOf(step);
      voice.detune.value = detune;
      voice.connect(level);
      voice.start(at);
      voice.stop(at + BAR_S + 2.5);
    }
  }
}

function playBells(context: AudioContext, to: AudioNode, bar: number, at: number): void {
  for (const [place, delay] of [1.5, 4.75].entries()) {
    const hertz = frequencyOf(bells[(bar * 2 + place) % bells.length] ?? 24);
    playTone(context, to, { hertz, gain: 0.05, attack: 0.02, length: 4.3, at: at + delay });
  }
}

/** Far away: what comes in is heard again, softer each time. */
function addEcho(context: AudioContext, to: AudioNode): AudioNode {
  const input = context.createGain();
  const delay = context.createDelay(1);
  delay.delayTime.value = 0.62;
  const again = context.createGain();
  again.gain.value = 0.42;
  input.connect(to);
  input.connect(delay);
  delay.connect(again);
  again.connect(delay);
  again.connect(to);
  return input;
}
