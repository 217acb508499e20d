import { useEffect, useId } from "react";
import { create } from "zustand";

const useUnsaved = create<{ pages: ReadonlySet<string> }>(() => ({ pages: new Set() }));

/** Says that a page holds changes that nobody has saved. Logout then asks before it throws them away. */
export function useUnsavedChanges(hasChanges: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!hasChanges) return;
    useUnsaved.setState(({ pages }) => ({ pages: new Set([...pages, id]) }));
    return () =>
      useUnsaved.setState(({ pages }) => ({
        pages: new Set([...pages].filter((other) => other !== id)),
      }));
  }, [hasChanges, id]);
}

/** Whether any page in sight holds changes that nobody has saved. */
export function hasUnsavedChanges(): boolean {
  return useUnsaved.getState().pages.size > 0;
}
