import { useCallback, useSyncExternalStore } from "react";

/** The sidebar stands beside the page; narrower screens have tabs at the bottom and a menu. */
export const WIDE_SCREEN = "(width >= 64rem)";

/** Whether a media query matches, now and after every change. */
export function useMedia(query: string): boolean {
  const follow = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => window.matchMedia(query).matches);
}
