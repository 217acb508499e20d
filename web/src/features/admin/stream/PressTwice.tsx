import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "@/ui/Button";
import type { ButtonTone } from "@/ui/button-class";

/** How long the question stands. */
const ASKED_MS = 5_000;

type PressTwiceProps = {
  children: ReactNode;
  /** What the button says after the first press. */
  again: string;
  /** What the button beside it says meanwhile, which takes the first press back. */
  back: string;
  /** What stands in that place otherwise. In one place, so that nothing moves under a press. */
  otherwise: ReactNode;
  tone: ButtonTone;
  busy: boolean;
  disabled?: boolean;
  className?: string;
  onConfirm: () => void;
};

/** Safari on a Mac takes the focus away from a button that is pressed with the mouse, which would end the question. */
const keepsFocus = (event: MouseEvent) => event.preventDefault();

/**
 * A button for what cannot be undone: it asks in its own place, and the second press does it. Meanwhile the button beside
 * it takes the question back, and so does Escape.
 */
export function PressTwice(props: PressTwiceProps) {
  const { children, again, back, otherwise, tone, onConfirm, ...button } = props;
  const [isAsked, setAsked] = useState(false);
  const asking = useRef<HTMLButtonElement>(null);
  const takeBack = useCallback(() => {
    setAsked(false);
    asking.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => setAsked(false), ASKED_MS);
    // Before anything else hears it: a dialog around the button stays open.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      takeBack();
    };
    window.addEventListener("keydown", onKeyDown, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("keydown", onKeyDown, true);
    };
  }, [isAsked, takeBack]);
  return (
    <>
      <Button
        {...button}
        ref={asking}
        tone={isAsked ? "danger" : tone}
        // A key that is held presses again and again.
        onKeyDown={(event) => {
          if (event.repeat) event.preventDefault();
        }}
        onMouseDown={keepsFocus}
        onClick={(event) => {
          if (!isAsked) {
            // Only a focused button notices that the focus goes elsewhere.
            event.currentTarget.focus({ preventScroll: true });
            setAsked(true);
          }
          // A double click is one press.
          else if (event.detail < 2) {
            setAsked(false);
            onConfirm();
          }
        }}
        onBlur={({ relatedTarget }) => {
          // The way back is part of the question.
          if (!(relatedTarget instanceof Element && relatedTarget.matches("[data-back]")))
            setAsked(false);
        }}
      >
        {isAsked ? again : children}
      </Button>
      {!isAsked ? (
        otherwise
      ) : (
        <Button
          data-back
          size="sm"
          tone="ghost"
          className="self-start"
          disabled={button.disabled ?? false}
          onMouseDown={keepsFocus}
          onClick={takeBack}
        >
          {back}
        </Button>
      )}
      <span role="status" className="sr-only">
        {isAsked && again}
      </span>
    </>
  );
}
