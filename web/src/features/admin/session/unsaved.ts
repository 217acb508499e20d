import { useEffect, useId } from "react";
import { create } from "zustand";

type Drop = () => void;

/** The owners of unsaved changes, and how each of them drops them. */
const useUnsaved = create<{ held: ReadonlyMap<string, Drop> }>(() => ({ held: new Map() }));

// The browser asks before a reload or a closed tab throws them away.
useUnsaved.subscribe(({ held }) => {
  if (held.size > 0) window.addEventListener("beforeunload", ask);
  else window.removeEventListener("beforeunload", ask);
});

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/**
 * Says that somebody holds changes that nobody has saved; null says that there are none any more.
 * Logout then asks before it throws them away.
 */
export function holdUnsaved(id: string, drop: Drop | null): void {
  useUnsaved.setState(({ held }) => {
    const next = new Map(held);
    if (drop === null) next.delete(id);
    else next.set(id, drop);
    return { held: next };
  });
}

/** The same for changes that live and die with the page that holds them. */
export function useUnsavedChanges(hasChanges: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!hasChanges) return;
    holdUnsaved(id, () => undefined);
    return () => holdUnsaved(id, null);
  }, [hasChanges, id]);
}

/** Whether anybody holds changes that nobody has saved. */
export function hasUnsavedChanges(): boolean {
  return useUnsaved.getState().held.size > 0;
}

/** Throws all of them away, when whoever made them said so. */
export function dropUnsaved(): void {
  for (const drop of useUnsaved.getState().held.values()) drop();
}
