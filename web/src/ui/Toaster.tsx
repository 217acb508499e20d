import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { Toaster as Sonner, toast as sonner, useSonner } from "sonner";
import { cx } from "./cx";
import { controlsOnScreen, freePlace, onControlsMoved, type Place } from "./free-place";
import * as texts from "./texts/toaster.en";
import type { ToastTone } from "./toast";

const icons: Record<ToastTone, ReactNode> = {
  info: <Info aria-hidden="true" className="size-5 text-muted" />,
  success: <CircleCheck aria-hidden="true" className="size-5 text-win" />,
  error: <CircleAlert aria-hidden="true" className="size-5 text-loss" />,
};

let toaster: { root: Root; place: HTMLElement; listening: Promise<void> } | null = null;

/** Shows one message; the first one also puts the toaster on the page, in a root of its own. */
export async function showToast(
  text: string,
  tone: ToastTone,
  description: ReactNode,
  durationMs: number,
): Promise<void> {
  toaster ??= mount();
  await toaster.listening;
  sonner(text, {
    icon: icons[tone],
    // What went wrong stays until it has been read.
    duration: tone === "error" ? Number.POSITIVE_INFINITY : durationMs,
    closeButton: tone === "error",
    ...(description ? { description } : {}),
  });
}

/** Takes the toaster off the page, with every message on it. The next message mounts it again. */
export function unmountToaster(): void {
  toaster?.root.unmount();
  toaster?.place.remove();
  toaster = null;
}

/** Messages sent before the toaster listens would be lost, so the first one waits for it. */
function mount() {
  // The library keeps messages of a toaster that is gone, and would show them again.
  sonner.dismiss();
  const place = document.createElement("div");
  document.body.append(place);
  const root = createRoot(place);
  const listening = new Promise<void>((resolve) =>
    root.render(<ToastPlace onListening={resolve} />),
  );
  return { root, place, listening };
}

/** A message before it is drawn, and the least height of a strip. */
const USUAL_HEIGHT = 56;
/** By how much each message looks out from under the one before it. */
const PILE = 14;
/** So many messages of a pile are shown. */
const PILE_MAX = 3;

type Shown = {
  /** Where the messages lie over the page, or `strip` at its foot. */
  place: Place | "strip";
  height: number;
};

const atFirst: Shown = { place: { right: 24, bottom: 24 }, height: 0 };

/**
 * Where the messages lie: over the page and over no control. Where no place is free they are a strip at the foot of
 * the window until they are closed, and the page ends above it.
 */
function useShown(count: number): Shown {
  const [shown, setShown] = useState(atFirst);
  if (count === 0 && shown !== atFirst) setShown(atFirst);
  useLayoutEffect(() => {
    if (count === 0) return;
    const measure = () => {
      const messages = [...document.querySelectorAll<HTMLElement>("[data-sonner-toast]")];
      const tallest = Math.max(USUAL_HEIGHT, ...messages.map((message) => message.offsetHeight));
      const height = tallest + (Math.min(count, PILE_MAX) - 1) * PILE;
      setShown((held) => {
        const place = held.place === "strip" ? "strip" : (nextPlace(height, held.place) ?? "strip");
        return place === held.place && height === held.height ? held : { place, height };
      });
    };
    measure();
    return onControlsMoved(measure);
  }, [count]);
  return shown;
}

function nextPlace(height: number, held: Place): Place | null {
  const screen = { width: window.innerWidth, height: window.innerHeight };
  const size = { width: Math.min(352, screen.width - 32), height };
  const controls = controlsOnScreen(document.querySelector("[data-sonner-toaster]"));
  const next = freePlace(size, held, screen, controls);
  return next?.right === held.right && next.bottom === held.bottom ? held : next;
}

/** Everything at the foot of the window ends above the strip (app/styles.css). */
function useStrip(height: number): void {
  useLayoutEffect(() => {
    if (height === 0) return;
    const { style } = document.documentElement;
    style.setProperty("--message-strip", `${height}px`);
    return () => void style.removeProperty("--message-strip");
  }, [height]);
}

type Width = CSSProperties & Record<"--width", string>;

const fullWidth: Width = { "--width": "100%" };

function ToastPlace({ onListening }: { onListening: () => void }) {
  useEffect(onListening, [onListening]);
  const { toasts } = useSonner();
  const { place, height } = useShown(toasts.length);
  const isStrip = place === "strip";
  useStrip(isStrip ? height : 0);
  return (
    <Sonner
      position="bottom-right"
      theme="dark"
      {...(isStrip
        ? { offset: 0, mobileOffset: 0, style: fullWidth }
        : { offset: place, mobileOffset: { bottom: place.bottom, left: 16, right: 16 } })}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: texts.closeMessage,
        classNames: {
          toast: cx(
            "pointer-events-auto flex w-full items-start gap-3 border-line-strong bg-ink-800 px-4 py-3.5 shadow-raised font-sans data-[expanded=false]:data-[front=false]:*:opacity-0",
            isStrip ? "min-h-14 border-t sm:px-6" : "rounded-lg border sm:w-[22rem]",
          ),
          title: "text-sm font-medium text-text",
          description: "mt-0.5 text-sm text-muted",
          icon: "mt-px shrink-0",
          closeButton:
            "order-last -my-2.5 -mr-2 ml-auto flex size-11 shrink-0 items-center justify-center rounded-md border-0! bg-transparent! text-muted! transition-colors hover:text-text!",
        },
      }}
    />
  );
}
