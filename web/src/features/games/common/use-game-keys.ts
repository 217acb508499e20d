import { useEffect, useRef } from "react";

/** Where a letter is text, or belongs to what is open above the game. */
const TYPING = "input:not([type=radio]), textarea, select, [role=dialog]";

/** Single letters that make a move. They do nothing while one types or a dialog is open. */
export function useGameKeys(moves: Readonly<Record<string, () => void>>): void {
  const latest = useRef(moves);
  useEffect(() => {
    latest.current = moves;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const move = latest.current[event.key.toLowerCase()];
      if (move === undefined || event.repeat || event.defaultPrevented) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TYPING) !== null) return;
      if (document.querySelector("[role=dialog][data-state=open]") !== null) return;
      event.preventDefault();
      move();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
