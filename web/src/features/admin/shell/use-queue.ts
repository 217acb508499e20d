import { useCallback, useRef } from "react";

/** Does one thing after the other, in the order they were asked for: no press is lost to another one. */
export function useQueue(): (task: () => Promise<void>) => Promise<void> {
  const last = useRef(Promise.resolve());
  return useCallback((task) => {
    const mine = last.current.then(task);
    last.current = mine.catch(() => undefined);
    return mine;
  }, []);
}
