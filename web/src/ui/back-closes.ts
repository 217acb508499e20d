import { useEffect, useRef } from "react";

/**
 * Browser Back closes the topmost dialog or sheet. While one is open, an entry of the history with
 * the page's own address lies above the page's; its state carries how many there are. Routers do not
 * see these entries: their changes of the history stay theirs, and Back reaches them only when it
 * leaves the page.
 */
const MARK = "overlays";

/** Closes each open dialog, the topmost last. */
const openOverlays: (() => void)[] = [];
/** The state of the page's own entry, as text, while a dialog is open on it. */
let page = "";
/** A way back over entries of closed dialogs is under way; the router has to hear where it ends. */
let wayBack: "none" | "silent" | "heard" = "none";
/** What a router has pushed meanwhile. */
let heldPush: (() => void) | null = null;
/** Dialogs on the page, closed ones too: each may have left an entry that Forward leads to. */
let mounted = 0;
let stopHolding: (() => void) | null = null;

/** Lets browser Back call `close` while `isOpen`. A dialog that stays open all the same is kept. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    mounted += 1;
    window.addEventListener("popstate", onPopState, true);
    // A reload has closed the dialogs and kept their entries.
    if (entriesOf(window.history.state) > openOverlays.length) setTimeout(align);
    return () => {
      mounted -= 1;
      stopListening();
    };
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    const overlay = () => latest.current();
    openOverlays.push(overlay);
    align();
    return () => {
      openOverlays.splice(openOverlays.indexOf(overlay), 1);
      // Not at once: another dialog may take its place, or a link in it may open another page.
      setTimeout(align);
    };
  }, [isOpen]);
}

function entriesOf(state: unknown): number {
  const marks: unknown =
    typeof state === "object" && state !== null ? Reflect.get(state, MARK) : undefined;
  return typeof marks === "number" ? marks : 0;
}

function pageOf(state: unknown): string {
  return JSON.stringify({ ...(typeof state === "object" ? state : {}), [MARK]: 0 });
}

/** Makes as many entries as dialogs are open, or goes back over those that are too many. */
function align(): void {
  if (wayBack !== "none") return;
  const { history } = window;
  const entries = entriesOf(history.state);
  if (openOverlays.length === 0) page = "";
  if (entries > openOverlays.length) {
    goBack(entries - openOverlays.length, "silent");
    return;
  }
  if (openOverlays.length === 0) {
    stopHolding?.();
    stopListening();
    return;
  }
  holdPushes();
  page = pageOf(history.state);
  for (let count = entries + 1; count <= openOverlays.length; count += 1)
    History.prototype.pushState.call(history, { ...history.state, [MARK]: count }, "");
}

function goBack(entries: number, way: "silent" | "heard"): void {
  holdPushes();
  wayBack = way;
  window.history.go(-entries);
}

/** Ends with the last dialog on the page, once all its entries are gone. */
function stopListening(): void {
  if (mounted > 0 || wayBack !== "none" || entriesOf(window.history.state) > 0) return;
  window.removeEventListener("popstate", onPopState, true);
}

/** A page that is opened from a dialog takes the place of the dialog's entries. */
function holdPushes(): void {
  if (stopHolding !== null) return;
  const { history } = window;
  // It is called with the history, and put back as it was.
  // oxlint-disable-next-line typescript/unbound-method
  const push = history.pushState;
  const pushOverlaid: typeof push = (...args) => {
    const entries = entriesOf(history.state);
    const replace = () => history.replaceState(...args);
    if (wayBack !== "none") heldPush = () => push.apply(history, args);
    else if (entries === 0) push.apply(history, args);
    else if (entries === 1) replace();
    else {
      heldPush = replace;
      goBack(entries - 1, "silent");
    }
  };
  history.pushState = pushOverlaid;
  stopHolding = () => {
    stopHolding = null;
    if (history.pushState === pushOverlaid) history.pushState = push;
  };
}

function onPopState(event: PopStateEvent): void {
  const entries = entriesOf(event.state);
  if (wayBack !== "none") {
    if (wayBack === "silent") event.stopImmediatePropagation();
    wayBack = "none";
    const held = heldPush;
    heldPush = null;
    held?.();
    // The dialogs of a page that is being left go with it.
    if (held === null || openOverlays.length === 0) align();
  } else if (openOverlays.length > 0 && pageOf(event.state) === page) {
    event.stopImmediatePropagation();
    for (const close of openOverlays.slice(entries).toReversed()) close();
    // One that has not closed, because it waits for an answer, gets its entry back.
    setTimeout(align);
  } else if (entries > 0) {
    // An entry of a dialog that was closed long ago, reached from another page or by Forward.
    event.stopImmediatePropagation();
    goBack(entries, "heard");
  }
}
