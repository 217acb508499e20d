/**
 * The sounds of the site, made by the browser's own synthesiser (Web Audio). No library stands in
 * between: those for files have nothing to load here, and those for effects have no chords or echo.
 */

/** A note: it rises at once and dies away. */
export type Tone = {
  hertz: number;
  /** Where it glides to. */
  to?: number;
  type?: OscillatorType;
  gain: number;
  /** Seconds. */
  length: number;
  /** Seconds until it is loudest. */
  attack?: number;
  /** On the clock of the context; at once without it. */
  at?: number;
};

/** A hiss whose pitch moves from one frequency to another. */
export type Hiss = { hertz: number; to: number; gain: number; length: number };

export type Output = {
  context: AudioContext;
  /** The node that sounds are connected to. */
  input: AudioNode;
  /** Whether nothing would be heard, so that nothing is played. */
  isSilent: () => boolean;
  close: () => void;
};

type OutputOptions = {
  /**
   * Effects are silent when the member muted them or the tab is hidden. Music has its own button
   * and plays on in a hidden tab.
   */
  kind: "effects" | "music";
  /** From 0 to 1. */
  volume: number;
};

const outputs = new Set<() => void>();
let isMuted = false;

/** Silences the effects, those that sound now too, or lets them be heard again. */
export function muteEffects(muted: boolean): void {
  isMuted = muted;
  for (const apply of outputs) apply();
}

/**
 * Opens the audio device. Called from a press: browsers let a page sound only after one.
 * @throws when there is no audio device.
 */
export function openOutput({ kind, volume }: OutputOptions): Output {
  const context = new AudioContext();
  const level = new GainNode(context);
  if (kind === "music") level.connect(context.destination);
  else level.connect(new DynamicsCompressorNode(context)).connect(context.destination);
  const isSilent = () => kind === "effects" && (isMuted || document.hidden);
  const apply = () => {
    level.gain.value = isSilent() ? 0 : volume;
  };
  apply();
  outputs.add(apply);
  document.addEventListener("visibilitychange", apply);
  return {
    context,
    input: level,
    isSilent,
    close: () => {
      outputs.delete(apply);
      document.removeEventListener("visibilitychange", apply);
      void context.close();
    },
  };
}

/** Plays a note through an output or a node of it. */
export function playTone(context: BaseAudioContext, to: AudioNode, tone: Tone): void {
  const start = tone.at ?? context.currentTime;
  const end = start + tone.length;
  const voice = new OscillatorNode(context, { type: tone.type ?? "sine", frequency: tone.hertz });
  const level = new GainNode(context, { gain: 0 });
  voice.frequency.setValueAtTime(tone.hertz, start);
  if (tone.to !== undefined) voice.frequency.exponentialRampToValueAtTime(tone.to, end);
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(tone.gain, start + (tone.attack ?? 0.006));
  level.gain.exponentialRampToValueAtTime(0.0001, end);
  voice.connect(level).connect(to);
  voice.start(start);
  voice.stop(end);
}

const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

/** Half a second of noise, made once for each context. */
function noiseOf(context: BaseAudioContext): AudioBuffer {
  const known = noises.get(context);
  if (known !== undefined) return known;
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  noises.set(context, buffer);
  return buffer;
}

export function playHiss(context: BaseAudioContext, to: AudioNode, hiss: Hiss): void {
  const start = context.currentTime;
  const end = start + hiss.length;
  const source = new AudioBufferSourceNode(context, { buffer: noiseOf(context) });
  const band = new BiquadFilterNode(context, { type: "bandpass", frequency: hiss.hertz, Q: 0.9 });
  band.frequency.exponentialRampToValueAtTime(hiss.to, end);
  const level = new GainNode(context, { gain: hiss.gain });
  level.gain.exponentialRampToValueAtTime(0.0001, end);
  source.connect(band).connect(level).connect(to);
  source.start(start);
  source.stop(end);
}

/** What plays music, whether it is made here or comes from a file. */
export type Player = {
  /** @throws when the browser will not play. */
  play: () => Promise<void>;
  pause: () => void;
  /** From 0 to 1. */
  setVolume: (volume: number) => void;
  close: () => void;
};

/** Music from a file, over and over. */
export function openTrack(address: string, volume: number): Player {
  const track = new Audio();
  track.loop = true;
  track.preload = "none";
  track.volume = volume;
  track.src = address;
  return {
    play: () => track.play(),
    pause: () => track.pause(),
    setVolume: (next) => {
      track.volume = next;
    },
    close: () => {
      track.pause();
      track.removeAttribute("src");
    },
  };
}
