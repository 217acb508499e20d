import { type ReactNode, useEffect, useState } from "react";
import { Button } from "@/ui/Button";
import type { ButtonTone } from "@/ui/button-class";

/** How long the question stands. */
const ASKED_MS = 5_000;

type PressTwiceProps = {
  children: ReactNode;
  /** What the button says after the first press. */
  again: string;
  tone: ButtonTone;
  busy: boolean;
  disabled?: boolean;
  className?: string;
  onConfirm: () => void;
};

/** A button for what cannot be undone: it asks in its own place, and the second press does it. */
export function PressTwice({ children, again, tone, onConfirm, ...button }: PressTwiceProps) {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => setAsked(false), ASKED_MS);
    return () => clearTimeout(timer);
  }, [isAsked]);
  return (
    <>
      <Button
        {...button}
        tone={isAsked ? "danger" : tone}
        // A key that is held presses again and again.
        onKeyDown={(event) => {
          if (event.repeat) event.preventDefault();
        }}
        onClick={(event) => {
          if (!isAsked) setAsked(true);
          // A double click is one press.
          else if (event.detail < 2) {
            setAsked(false);
            onConfirm();
          }
        }}
        onBlur={() => setAsked(false)}
      >
        {isAsked ? again : children}
      </Button>
      <span role="status" className="sr-only">
        {isAsked && again}
      </span>
    </>
  );
}
