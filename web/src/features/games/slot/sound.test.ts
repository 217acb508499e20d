import { afterEach, expect, it, vi } from "vitest";
import { toggleMuted, useMuted } from "@/data/mute";
import { cues, wakeSound } from "./sound";

afterEach(() => {
  if (useMuted.getState()) toggleMuted();
  vi.unstubAllGlobals();
});

it("opens the audio device at the first press that is not muted", () => {
  const open = vi.fn(() => {
    throw new DOMException("No device", "NotSupportedError");
  });
  vi.stubGlobal("AudioContext", open);
  cues.spin();
  cues.light(2);
  expect(open).not.toHaveBeenCalled();
  toggleMuted();
  wakeSound();
  expect(open).not.toHaveBeenCalled();
  toggleMuted();
  wakeSound();
  expect(open).toHaveBeenCalledOnce();
  // Without a device the game goes on.
  cues.sum("BIG WIN");
});
