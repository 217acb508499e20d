import { animate, el } from "../dom";
import { EASE_OUT, prefersReducedMotion } from "../motion";
import { fitMarked, forgetMeasures } from "./fitting";
import { arrangementOf, type Plate as Place, type Shape } from "./placement";
import * as texts from "./texts/en";

const ENTER_MS = 560;
const LEAVE_MS = 240;
const STAGGER_MS = 55;
/** Pieces of a view that come in one after the other. */
const PIECES = "[data-piece]";

export type Plate = {
  element: HTMLElement;
  /** Puts the plate where the source is. */
  move: (place: Place, isTest: boolean) => void;
  /**
   * Shows a view; one with the key of the view that is shown stays. Null hides the plate.
   * Returns whether the view is new.
   */
  present: (key: string | null, build?: () => HTMLElement) => boolean;
  /** The view that is shown. */
  view: () => HTMLElement | null;
  isShown: () => boolean;
  /** Measures texts that have changed. */
  fit: () => void;
  /** The width of the place, in em. */
  room: () => number;
  /** Makes the plate narrower than its place, in em, while little is on it. */
  limit: (width: number) => void;
  /** Called after the arrangement on the plate has changed. */
  onShape: (listener: () => void) => void;
  close: () => void;
};

/** A plate on the page: hidden until it has something to show. */
export function openPlate(
  page: HTMLElement,
  kind: string,
  shapes: readonly [Shape, ...Shape[]],
): Plate {
  const views = el("div", "views");
  const badge = el("span", "test-badge", texts.test);
  const element = el("main", `panel panel-${kind}`, views, badge);
  let place: Place | null = null;
  let onShape: (() => void) | null = null;
  let roomEm = 1;
  let contentEm = Number.POSITIVE_INFINITY;
  element.style.visibility = "hidden";
  page.append(element);

  const arrange = () => {
    if (place === null) return;
    const canvas = { width: window.innerWidth, height: window.innerHeight };
    const { left, top, width, height, name, em } = arrangementOf(canvas, place, shapes);
    const { style, dataset } = element;
    roomEm = width / em;
    style.left = `${left}px`;
    style.top = `${top}px`;
    style.width = `${Math.min(width, em * contentEm)}px`;
    style.height = `${height}px`;
    style.fontSize = `${em}px`;
    const isOther = dataset.shape !== name;
    dataset.shape = name;
    fitMarked(element);
    if (isOther) onShape?.();
  };
  const measureAgain = () => {
    forgetMeasures(element);
    fitMarked(element);
  };
  window.addEventListener("resize", arrange);
  document.fonts?.addEventListener("loadingdone", measureAgain);

  const { present, view, isShown } = openViews(element, views);
  return {
    element,
    move: (to, isTest) => {
      const isMoved = JSON.stringify(to) !== JSON.stringify(place);
      place = to;
      badge.hidden = !isTest;
      if (isMoved) arrange();
    },
    present,
    view,
    isShown,
    fit: () => fitMarked(element),
    room: () => roomEm,
    limit: (most) => {
      if (most === contentEm) return;
      contentEm = most;
      arrange();
    },
    onShape: (listener) => {
      onShape = listener;
    },
    close: () => {
      window.removeEventListener("resize", arrange);
      document.fonts?.removeEventListener("loadingdone", measureAgain);
      element.remove();
    },
  };
}

type Views = Pick<Plate, "present" | "view" | "isShown">;

/** The views that follow each other on a plate. */
function openViews(element: HTMLElement, views: HTMLElement): Views {
  let shownKey: string | null = null;
  let view: HTMLElement | null = null;
  let leaving: Animation | null = null;

  const hide = () => {
    if (shownKey === null) return;
    shownKey = null;
    const isCalm = prefersReducedMotion();
    const to = isCalm
      ? { opacity: 0 }
      : { opacity: 0, transform: "translateY(0.7em) scale(0.985)" };
    const exit = animate(element, [{}, to], {
      duration: LEAVE_MS,
      easing: "ease-in",
      fill: "forwards",
    });
    const end = () => {
      element.style.visibility = "hidden";
      views.replaceChildren();
      view = null;
      leaving?.cancel();
      leaving = null;
    };
    if (exit === null) return end();
    leaving = exit;
    exit.addEventListener("finish", end, { once: true });
  };
  const present = (key: string | null, build?: () => HTMLElement): boolean => {
    if (key === null || build === undefined) {
      hide();
      return false;
    }
    if (key === shownKey) return false;
    const isFirst = shownKey === null;
    shownKey = key;
    if (leaving !== null) {
      leaving.cancel();
      leaving = null;
      views.replaceChildren();
    }
    element.style.visibility = "";
    const next = build();
    next.classList.add("view");
    exchange(views, next, isFirst);
    view = next;
    fitMarked(element);
    if (isFirst) enter(element);
    return true;
  };
  return { present, view: () => view, isShown: () => shownKey !== null };
}

function enter(element: HTMLElement): void {
  const from = prefersReducedMotion()
    ? { opacity: 0 }
    : { opacity: 0, transform: "translateY(1.1em) scale(0.975)" };
  animate(element, [from, {}], { duration: ENTER_MS, easing: EASE_OUT });
}

/** Brings a view in over the one that leaves. At most one is on its way out. */
function exchange(views: HTMLElement, next: HTMLElement, isFirst: boolean): void {
  while (views.childElementCount > 1) views.firstElementChild?.remove();
  const before = views.lastElementChild;
  views.append(next);
  const isCalm = prefersReducedMotion();
  if (before !== null) {
    const away = isCalm ? { opacity: 0 } : { opacity: 0, transform: "translateY(-0.8em)" };
    const exit = animate(before, [{}, away], {
      duration: LEAVE_MS,
      easing: "ease-in",
      fill: "forwards",
    });
    if (exit === null) before.remove();
    else exit.addEventListener("finish", () => before.remove(), { once: true });
  }
  // What leaves has gone before anything of the next view is seen.
  const delay = isFirst ? 120 : LEAVE_MS;
  if (!isFirst) animate(next, [{ opacity: 0 }, { opacity: 0 }], { duration: delay });
  if (isCalm) {
    animate(next, [{ opacity: 0 }, {}], { duration: LEAVE_MS, delay, fill: "backwards" });
    return;
  }
  next.querySelectorAll(PIECES).forEach((piece, index) => {
    animate(piece, [{ opacity: 0, transform: "translateY(0.7em)" }, {}], {
      duration: ENTER_MS,
      delay: delay + index * STAGGER_MS,
      easing: EASE_OUT,
      fill: "backwards",
    });
  });
}
