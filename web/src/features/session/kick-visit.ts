import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import type { CallFailure } from "@/wire/failure";

/**
 * The way to Kick: the server says where it leads, and the browser goes there. Kick leads back to the
 * server, which tells the page in its address what came of it.
 */
export function useKickVisit(
  start: () => Promise<{ url: string }>,
  onFailure: (failure: CallFailure) => void,
): { isLeaving: boolean; leave: () => void } {
  const [hasLeft, setLeft] = useState(false);
  const { isBusy, submit } = useSubmit({
    send: start,
    onAnswer: ({ url }) => {
      setLeft(true);
      window.location.assign(url);
    },
    onFailure: ({ failure }) => onFailure(failure),
  });
  const isLeaving = isBusy || hasLeft;
  useEffect(() => {
    // A browser that goes back may show the page in the state in which it was left.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setLeft(false);
    };
    window.addEventListener("pageshow", comeBack);
    return () => window.removeEventListener("pageshow", comeBack);
  }, []);
  const pressed = useRef<Element | null>(null);
  useEffect(() => {
    if (isLeaving) return;
    // The button is off on the way, and a browser takes the focus from what is off.
    const { activeElement, body } = document;
    const isLost = activeElement === body || activeElement?.id === "main";
    if (isLost && pressed.current instanceof HTMLElement)
      pressed.current.focus({ preventScroll: true });
    pressed.current = null;
  }, [isLeaving]);
  const leave = () => {
    pressed.current = document.activeElement;
    void submit(null);
  };
  return { isLeaving, leave };
}

/**
 * What the address says of a visit to Kick that has just ended: kept for the page, and taken out of the
 * address, where a reload would find it again.
 */
export function useKickReturn(kick: string | undefined): string | null {
  const [told] = useState(kick ?? null);
  const navigate = useNavigate();
  useEffect(() => {
    if (kick === undefined) return;
    void navigate({
      to: ".",
      search: (before) => {
        const others = { ...before };
        delete others.kick;
        return others;
      },
      replace: true,
      resetScroll: false,
    });
  }, [kick, navigate]);
  return told;
}
