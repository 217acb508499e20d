import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { muteEffects, type Output, openOutput, playHiss, playTone } from "./sound";

/** What a node was asked to do, in order. */
const calls: string[] = [];

class FakeParam {
  value = 1;
  setValueAtTime = (value: number, at: number) => calls.push(`${value} at ${at}`);
  linearRampToValueAtTime = (value: number, at: number) => calls.push(`to ${value} at ${at}`);
  exponentialRampToValueAtTime = (value: number, at: number) => calls.push(`to ${value} at ${at}`);
}

class FakeNode {
  gain = new FakeParam();
  frequency = new FakeParam();
  connect = (to: unknown) => to;
  start = (at: number) => calls.push(`start ${at}`);
  stop = (at: number) => calls.push(`stop ${at}`);
}

const createBuffer = vi.fn((_: number, length: number) => ({
  getChannelData: () => new Float32Array(length),
}));

class FakeContext {
  currentTime = 2;
  sampleRate = 100;
  destination = new FakeNode();
  createBuffer = createBuffer;
  close = () => Promise.resolve(calls.push("closed"));
}

let output: Output;

beforeEach(() => {
  calls.length = 0;
  vi.stubGlobal("AudioContext", FakeContext);
  for (const node of ["Gain", "Oscillator", "DynamicsCompressor", "BiquadFilter"])
    vi.stubGlobal(`${node}Node`, FakeNode);
  vi.stubGlobal("AudioBufferSourceNode", FakeNode);
});

afterEach(() => {
  output.close();
  muteEffects(false);
  vi.unstubAllGlobals();
});

const open = (kind: "effects" | "music") => {
  output = openOutput({ kind, volume: 0.5 });
  return (output.input as GainNode).gain;
};

function hide(isHidden: boolean) {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

it("silences effects while they are muted", () => {
  muteEffects(true);
  const gain = open("effects");
  expect([gain.value, output.isSilent()]).toEqual([0, true]);
  muteEffects(false);
  expect([gain.value, output.isSilent()]).toEqual([0.5, false]);
});

it("silences effects while the tab is hidden", () => {
  const gain = open("effects");
  hide(true);
  expect([gain.value, output.isSilent()]).toEqual([0, true]);
  hide(false);
  expect([gain.value, output.isSilent()]).toEqual([0.5, false]);
});

it("leaves music to its own button", () => {
  const gain = open("music");
  muteEffects(true);
  hide(true);
  expect([gain.value, output.isSilent()]).toEqual([0.5, false]);
});

it("plays a tone that rises, glides and dies away", () => {
  open("effects");
  playTone(output.context, output.input, { hertz: 128, to: 62, gain: 0.4, length: 1, at: 3 });
  expect(calls).toEqual([
    "128 at 3",
    "to 62 at 4",
    "0 at 3",
    "to 0.4 at 3.006",
    "to 0.0001 at 4",
    "start 3",
    "stop 4",
  ]);
});

it("makes its noise once", () => {
  open("effects");
  for (let time = 0; time < 2; time += 1)
    playHiss(output.context, output.input, { hertz: 280, to: 900, gain: 0.1, length: 1 });
  expect(createBuffer).toHaveBeenCalledOnce();
  expect(calls.slice(0, 4)).toEqual(["to 900 at 3", "to 0.0001 at 3", "start 2", "stop 3"]);
});
