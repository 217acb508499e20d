import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { create } from "zustand";
import { IconButton } from "./Button";
import { useBackCloses } from "./back-closes";
import { cx } from "./cx";
import * as texts from "./texts/en";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, the main one last. */
  actions?: ReactNode;
  /** A picture above the title. */
  art?: ReactNode;
  /** Room for a form of two columns. */
  wide?: boolean;
  /** Nobody here has asked for it: a key that was meant for the page must not press a button of it. */
  uninvited?: boolean;
  /** It has no close button: one of its buttons is the answer. */
  mustAnswer?: boolean;
  /** What takes the focus when it closes, where that is not what opened it. */
  returnTo?: () => HTMLElement | null;
  /** The element that it is drawn in, the body without one. */
  container?: HTMLElement;
};

/** The veils of the open dialogs, the topmost last. */
const useVeils = create<readonly object[]>(() => []);

/** Darkens what is behind the topmost dialog: the page, and the dialogs below. */
function Veil(props: ComponentProps<typeof Radix.Overlay>) {
  // Behind another dialog the page is dark already.
  const [self] = useState(() => ({ isFirst: useVeils.getState().length === 0 }));
  const isTop = useVeils((veils) => veils.at(-1) === self);
  useLayoutEffect(() => {
    useVeils.setState((veils) => [...veils, self], true);
    return () => useVeils.setState((veils) => veils.filter((veil) => veil !== self), true);
  }, [self]);
  return (
    <Radix.Overlay
      {...props}
      style={isTop ? {} : { visibility: "hidden" }}
      className={cx(
        "fixed inset-0 z-50 bg-black/70 backdrop-blur-sm",
        self.isFirst && "animate-fade",
      )}
    />
  );
}

/** On a phone a field that has the focus opens the keyboard over the dialog. */
export const isTouched = () => window.matchMedia("(pointer: coarse)").matches;

/** What had the focus last, what had it last outside of dialogs, and at which address. */
let last: Element | null = null;
let lastOnPage: Element | null = null;
let lastPath = "";

const isInDialog = (element: Element | null) => element?.closest("[role=dialog]") != null;

document.addEventListener("focusin", ({ target }) => {
  // The content has the focus in place of something else.
  if (!(target instanceof Element) || target.id === "main") return;
  last = target;
  lastPath = window.location.pathname;
  if (!isInDialog(target)) lastOnPage = target;
});

/** A message over a dialog can be closed without closing the dialog. */
function keepForMessages(event: Event & { target: EventTarget | null }): void {
  if (event.target instanceof Element && event.target.closest("[data-sonner-toaster]"))
    event.preventDefault();
}

type FocusOptions = {
  uninvited?: boolean | undefined;
  /** What takes the focus when it closes, where that is not what opened it. */
  returnTo?: (() => HTMLElement | null) | undefined;
};

/**
 * Dialogs open from anywhere, without a trigger of their own: the focus goes back where it was. A dialog that opened
 * this one may be closed by then, so what opened that one comes next. Both may be gone or off, or a link in the
 * dialog has opened another page; the page's content takes the focus in their place.
 */
function useFocusBack({ uninvited = false, returnTo }: FocusOptions = {}) {
  const from = useRef<readonly (Element | null)[]>([]);
  const openedOn = useRef("");
  return {
    onOpenAutoFocus: (event: Event) => {
      openedOn.current = window.location.pathname;
      const { activeElement, body } = document;
      // A button that is busy has lost the focus.
      const isLost = activeElement === body || activeElement?.id === "main";
      const opener = isLost && lastPath === openedOn.current ? last : activeElement;
      from.current = [opener, isInDialog(opener) ? lastOnPage : null];
      if (!uninvited && !isTouched()) return;
      event.preventDefault();
      if (event.target instanceof HTMLElement) event.target.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const main = document.getElementById("main");
      const isSamePage = window.location.pathname === openedOn.current;
      const wanted = returnTo === undefined ? [] : [returnTo()];
      for (const place of [...(isSamePage ? [...wanted, ...from.current] : []), main]) {
        if (place instanceof HTMLElement) place.focus({ preventScroll: true });
        if (document.activeElement !== document.body) return;
      }
    },
  };
}

/** A question or a message that needs an answer: centred on wide screens, from below on phones. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  art,
  wide = false,
  uninvited = false,
  mustAnswer = false,
  returnTo,
  container,
}: DialogProps) {
  const focusBack = useFocusBack({ uninvited, returnTo });
  useBackCloses(open && !mustAnswer, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal {...(container !== undefined && { container })}>
        <Veil />
        <Radix.Content
          {...focusBack}
          onInteractOutside={keepForMessages}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          className={cx(
            "fixed z-50 flex max-h-[calc(88dvh-var(--message-strip))] flex-col overflow-y-auto border border-line-strong bg-ink-850 shadow-raised outline-none",
            "inset-x-0 bottom-(--message-strip) rounded-t-xl p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] animate-sheet-up",
            "sm:inset-x-auto sm:bottom-auto sm:top-1/2 sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl sm:p-8 sm:animate-fade",
            wide ? "sm:w-[min(44rem,calc(100vw-3rem))]" : "sm:w-[min(27rem,calc(100vw-3rem))]",
          )}
        >
          {art !== undefined && <div className="mb-4">{art}</div>}
          <Radix.Title className={cx("text-xl [overflow-wrap:anywhere]", !mustAnswer && "pr-8")}>
            {title}
          </Radix.Title>
          {description !== undefined && (
            <Radix.Description className="mt-2 text-muted">{description}</Radix.Description>
          )}
          {children}
          {actions !== undefined && (
            <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
              {actions}
            </div>
          )}
          {!mustAnswer && <CloseButton />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  titleHidden?: boolean;
  children: ReactNode;
  /** The edge it comes from on wide screens. Right sheets come from below on phones. */
  side: "left" | "right";
  /** The page's address opens it, so that Back closes it already. */
  isInAddress?: boolean;
};

/** A panel beside the page, for menus (left) and for details of what is open (right). */
export function Sheet({
  open,
  onOpenChange,
  title,
  titleHidden = false,
  children,
  side,
  isInAddress = false,
}: SheetProps) {
  const focusBack = useFocusBack();
  useBackCloses(open && !isInAddress, () => onOpenChange(false));
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Veil />
        <Radix.Content
          {...focusBack}
          onInteractOutside={keepForMessages}
          aria-describedby={undefined}
          className={cx(
            "fixed z-50 flex flex-col border-line-strong bg-ink-900 shadow-raised outline-none",
            side === "left"
              ? "top-0 bottom-(--message-strip) left-0 w-[min(20rem,86vw)] border-r animate-sheet-left"
              : cx(
                  "inset-x-0 bottom-(--message-strip) max-h-[calc(92dvh-var(--message-strip))] rounded-t-xl border-t animate-sheet-up",
                  "md:top-0 md:right-0 md:left-auto md:max-h-none md:w-[min(32rem,92vw)] md:rounded-none md:border-t-0 md:border-l md:animate-sheet-right",
                ),
          )}
        >
          <Radix.Title className={cx("px-6 pt-6 pb-2 pr-16 text-lg", titleHidden && "sr-only")}>
            {title}
          </Radix.Title>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-[env(safe-area-inset-bottom)]">
            {children}
          </div>
          <CloseButton />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function CloseButton() {
  return (
    <Radix.Close asChild>
      <IconButton label={texts.close} className="absolute top-3 right-3">
        <X aria-hidden="true" className="size-5" />
      </IconButton>
    </Radix.Close>
  );
}
