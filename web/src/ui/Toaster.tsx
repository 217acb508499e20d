import { CircleAlert, CircleCheck, Info } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import { Toaster as Sonner, toast as sonner } from "sonner";
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
    duration: durationMs,
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

function ToastPlace({ onListening }: { onListening: () => void }) {
  useEffect(onListening, [onListening]);
  return (
    <Sonner
      position="bottom-right"
      // Messages stand above the tabs. On phones the buttons of an open dialog are down there, and messages move
      // out of their way.
      className="max-lg:sm:bottom-21! max-sm:[body:has([role=dialog])_&]:bottom-[calc(100dvh-5rem)]!"
      theme="dark"
      offset={24}
      mobileOffset={{ bottom: 84, left: 16, right: 16 }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-start gap-3 rounded-lg border border-line-strong bg-ink-800 px-4 py-3.5 shadow-raised font-sans sm:w-[22rem]",
          title: "text-sm font-medium text-text",
          description: "mt-0.5 text-sm text-muted",
          icon: "mt-px shrink-0",
        },
      }}
    />
  );
}
