import { useEffect, useRef } from "react";

/**
 * Browser Back closes the topmost dialog or sheet. Each open one has an entry of the history above
 * the page's own, with the page's address; its state carries how many are open up to it. The router
 * gets no events of these entries, and its next push or replace removes them.
 */
const MARK = "overlays";

/** Closes each open dialog, the topmost last. */
const openOverlays: (() => void)[] = [];
/** The state of the page's own entry, as text, while a dialog is open on it. */
let page = "";
/** A `history.go` over entries of closed dialogs is under way. The router gets only a `reported` one. */
let wayBack: "none" | "unreported" | "reported" = "none";
/** What waits for the end of the way back: calls of the router, and whether to align after them. */
const heldCalls: (() => void)[] = [];
let isAlignHeld = false;
let unwrapHistory: (() => void) | null = null;

/**
 * To be called when a page is shown, the first one included. Removes the entries of dialogs that
 * closed with the last page or were open before a reload, and gives each dialog that stays open an
 * entry on the new page.
 */
export function alignHistory(): void {
  listen();
  // After the effects of the new page and of the old one.
  setTimeout(align);
}

/** Ends everything, for tests that share a document. */
export function resetHistory(): void {
  window.removeEventListener("popstate", onPopState, true);
  unwrapHistory?.();
  openOverlays.length = 0;
  heldCalls.length = 0;
  isAlignHeld = false;
  wayBack = "none";
}

/** Lets browser Back call `close` while `isOpen`. A dialog that stays open all the same is kept. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return;
    const overlay = () => latest.current();
    openOverlays.push(overlay);
    listen();
    align();
    return () => {
      openOverlays.splice(openOverlays.indexOf(overlay), 1);
      // Not at once: another dialog may take its place, or a link in it may open another page.
      setTimeout(align);
    };
  }, [isOpen]);
}

/** Never ends: Forward, or Back from another page, can reach the entry of a closed dialog later. */
function listen(): void {
  window.addEventListener("popstate", onPopState, true);
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
  if (wayBack !== "none") {
    isAlignHeld = true;
    return;
  }
  const { history } = window;
  const entries = entriesOf(history.state);
  if (entries > openOverlays.length) {
    goBack(entries - openOverlays.length, "unreported");
    return;
  }
  if (openOverlays.length === 0) {
    unwrapHistory?.();
    return;
  }
  wrapHistory();
  page = pageOf(history.state);
  for (let count = entries + 1; count <= openOverlays.length; count += 1)
    History.prototype.pushState.call(history, { ...history.state, [MARK]: count }, "");
}

function goBack(entries: number, way: "unreported" | "reported"): void {
  wrapHistory();
  wayBack = way;
  window.history.go(-entries);
}

/** Lets the router's calls remove the entries of dialogs. */
function wrapHistory(): void {
  if (unwrapHistory !== null) return;
  const { history } = window;
  const undo = (["pushState", "replaceState"] as const).map((name) => {
    const original = history[name];
    const wrapped: typeof original = (...args) => navigate(name, args);
    history[name] = wrapped;
    return () => {
      if (history[name] === wrapped) history[name] = original;
    };
  });
  unwrapHistory = () => {
    unwrapHistory = null;
    for (const one of undo) one();
  };
}

/**
 * A pushed page takes the place of the lowest dialog's entry, a replaced one that of the page below.
 * The router has the new location already, so it is not notified when the call was held.
 */
function navigate(
  name: "pushState" | "replaceState",
  args: Parameters<History["pushState"]>,
): void {
  const { history } = window;
  const entries = entriesOf(history.state);
  const kept = name === "pushState" ? Math.min(entries, 1) : 0;
  if (wayBack !== "none" || entries > kept) {
    heldCalls.push(() => navigate(name, args));
    if (wayBack === "none") goBack(entries - kept, "unreported");
    return;
  }
  History.prototype[kept === 0 ? name : "replaceState"].apply(history, args);
  page = pageOf(history.state);
}

function onPopState(event: PopStateEvent): void {
  const entries = entriesOf(event.state);
  if (wayBack !== "none") {
    if (wayBack === "unreported") event.stopImmediatePropagation();
    wayBack = "none";
    page = pageOf(event.state);
    const calls = heldCalls.splice(0);
    for (const call of calls) call();
    // Not between a call and its page: the dialogs of the last page are still open.
    const isLeaving = calls.length > 0 && openOverlays.length > 0;
    if (isAlignHeld || !isLeaving) setTimeout(align);
    isAlignHeld = false;
  } else if (openOverlays.length > 0 && pageOf(event.state) === page) {
    event.stopImmediatePropagation();
    for (const close of openOverlays.slice(entries).toReversed()) close();
    // One that has not closed, because it waits for an answer, gets its entry back.
    setTimeout(align);
  } else if (entries > 0) {
    // An entry of a closed dialog, reached from another page or by Forward.
    event.stopImmediatePropagation();
    goBack(entries, "reported");
  } else page = pageOf(event.state);
}
