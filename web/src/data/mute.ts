import { create } from "zustand";
import { muteEffects } from "@/ui/sound";
import { parseText, stored } from "@/wire/storage";

// The name is older than the setting, which was the slot's; under another one members would have to
// mute the site again.
const storedMute = stored({ name: "slot.muted", format: "text", parse: parseText });

/** Whether the member muted the sounds of this browser. */
export const useMuted = create<boolean>(() => storedMute.read() === "1");

muteEffects(useMuted.getState());
useMuted.subscribe(muteEffects);

/** Turns the sounds off or on again, and remembers it. */
export function toggleMuted(): void {
  const muted = !useMuted.getState();
  useMuted.setState(muted, true);
  storedMute.write(muted ? "1" : "0");
}
