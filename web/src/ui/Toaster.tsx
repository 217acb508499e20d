import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { Toaster as Sonner, toast as sonner, useSonner } from "sonner";
import { controlsOnScreen, freePlace, type Place } from "./free-place";
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

/** How often the place is looked at while a message is shown: pages scroll, and dialogs open. */
const LOOK_MS = 200;
/** A message before it is drawn. */
const USUAL_HEIGHT = 56;
/** By how much each message looks out from under the one before it. */
const PILE = 14;

const corner: Place = { right: 24, bottom: 24 };

/** Where the messages lie: over the page, and over nothing that can be pressed. */
function usePlace(count: number): Place {
  const [place, setPlace] = useState(corner);
  useLayoutEffect(() => {
    if (count === 0) return;
    const look = () => {
      const shown = [...document.querySelectorAll<HTMLElement>("[data-sonner-toast]")];
      const screen = { width: window.innerWidth, height: window.innerHeight };
      const size = {
        width: Math.min(352, screen.width - 32),
        height:
          Math.max(USUAL_HEIGHT, ...shown.map((one) => one.offsetHeight)) + (count - 1) * PILE,
      };
      const controls = controlsOnScreen(document.querySelector("[data-sonner-toaster]"));
      setPlace((held) => {
        const next = freePlace(size, held, screen, controls);
        return next.right === held.right && next.bottom === held.bottom ? held : next;
      });
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [count]);
  return place;
}

function ToastPlace({ onListening }: { onListening: () => void }) {
  useEffect(onListening, [onListening]);
  const { toasts } = useSonner();
  const { right, bottom } = usePlace(toasts.length);
  return (
    <Sonner
      position="bottom-right"
      theme="dark"
      offset={{ right, bottom }}
      mobileOffset={{ bottom, left: 16, right: 16 }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: texts.closeMessage,
        classNames: {
          toast:
            "flex w-full items-start gap-3 rounded-lg border border-line-strong bg-ink-800 px-4 py-3.5 shadow-raised font-sans sm:w-[22rem] data-[expanded=false]:data-[front=false]:*:opacity-0",
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
