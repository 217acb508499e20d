import { create } from "zustand";
import { stored } from "@/wire/storage";

const storedSwitch = stored({
  name: "admin.streaming",
  format: "text",
  parse: (text) => (text === "on" || text === "off" ? text : null),
});

/** Whether private values are hidden in this browser; null until it was chosen here. */
const useSwitch = create<"on" | "off" | null>(() => storedSwitch.read());

useSwitch.subscribe((next) => storedSwitch.write(next));

// Another window may be the one that is on air.
window.addEventListener("storage", (event) => {
  if (storedSwitch.isChangedBy(event)) useSwitch.setState(storedSwitch.read(), true);
});

/** Whether emails and amounts are hidden in this browser. */
export function useHiding(): boolean {
  return useSwitch((state) => state === "on");
}

export function setHiding(isOn: boolean): void {
  useSwitch.setState(isOn ? "on" : "off", true);
}
