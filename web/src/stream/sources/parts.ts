import { animate, breakable, el } from "../dom";
import { EASE_OUT, prefersReducedMotion } from "../motion";
import { toFit, toWrap } from "./fitting";

/** Parts come in one after the other in this order. */
export function piece<Part extends HTMLElement>(element: Part): Part {
  element.dataset.piece = "";
  return element;
}

/** A text of the server or of a person, in its own direction, made smaller until it fits. */
export function words(className: string, text: string, least = 0.5): HTMLElement {
  const element = toFit(el("p", `words ${className}`, text), least);
  element.dir = "auto";
  return element;
}

/** The name of a member. It is shown whole: a long one takes two lines before it gets too small. */
export function nameWords(
  className: string,
  name: string,
  isNamed = true,
  oneLineFrom = 0.55,
): HTMLElement {
  const element = toWrap(words(className, "", 0.4), oneLineFrom);
  element.append(...breakable(name));
  element.classList.toggle("unnamed", !isNamed);
  return element;
}

export function setWords(element: HTMLElement, text: string): boolean {
  if (element.textContent === text) return false;
  element.textContent = text;
  return true;
}

/** A number with what it is of. */
export type Stat = {
  element: HTMLElement;
  set: (value: string, tone?: Tone) => void;
};

export function stat(label: string, value: string, className = ""): Stat {
  const digits = rolling("stat-value", value);
  const name = words("stat-label", label, 0.6);
  return { element: piece(el("div", `stat ${className}`, name, digits.element)), set: digits.set };
}

/** A clock shows each second whole, at once: its digits do not roll. */
export type Clock = {
  element: HTMLElement;
  /** Returns whether the text needs to be measured again: all digits are equally wide. */
  set: (text: string) => boolean;
};

/** A second changes one text node and nothing else, so that a source at rest takes next to nothing. */
export function clockWords(className: string): Clock {
  const element = words(className, "", 0.5);
  element.classList.add("clock");
  element.dir = "ltr";
  const shown = document.createTextNode("");
  element.append(shown);
  return {
    element,
    set: (text) => {
      const isOther = widthsOf(text) !== widthsOf(shown.data);
      if (text !== shown.data) shown.data = text;
      return isOther;
    },
  };
}

const widthsOf = (text: string) => text.replace(/\d/g, "0");

const ROLL_MS = 380;
const ROLL_STAGGER_MS = 24;
/** Digits move by a part of their line only, so that none is cut. */
const ROLL_BY = "22%";

/** Whether a number is a gain or a loss. */
type Tone = "" | "good" | "bad";
export type Rolling = { element: HTMLElement; set: (text: string, tone?: Tone) => void };

/** A number whose digits roll when it changes. Digits keep their place counted from the right. */
export function rolling(className: string, text: string): Rolling {
  const element = toFit(el("p", `rolling ${className}`), 0.5);
  element.dir = "ltr";
  const cells: HTMLElement[] = [];
  let shown = "";
  let shownTone: Tone = "";
  const set = (next: string, tone: Tone = "") => {
    if (next === shown && tone === shownTone) return;
    const isFirst = shown === "";
    const isOtherTone = tone !== shownTone;
    shown = next;
    shownTone = tone;
    const letters = Array.from(next);
    while (cells.length > letters.length) cells.shift()?.remove();
    while (cells.length < letters.length) {
      const cell = el("span", "cell");
      cells.unshift(cell);
      element.prepend(cell);
    }
    for (const [index, letter] of letters.entries()) {
      const cell = cells[index];
      if (cell === undefined) continue;
      if (!isOtherTone && cell.lastElementChild?.textContent === letter) continue;
      roll(cell, digit(letter, tone), isFirst ? null : index * ROLL_STAGGER_MS);
    }
  };
  set(text);
  return { element, set };
}

/** A digit keeps its colour until the next one is in its place. */
function digit(letter: string, tone: Tone): HTMLElement {
  const element = el("span", "digit", letter);
  if (tone !== "") element.dataset.tone = tone;
  return element;
}

/** Without a delay the digit is there at once. */
function roll(cell: HTMLElement, next: HTMLElement, delay: number | null): void {
  while (cell.childElementCount > 1) cell.firstElementChild?.remove();
  const before = cell.lastElementChild;
  cell.append(next);
  if (delay === null || prefersReducedMotion()) {
    before?.remove();
    return;
  }
  const half = ROLL_MS / 2;
  animate(next, [{ transform: `translateY(${ROLL_BY})`, opacity: 0 }, {}], {
    duration: half,
    delay: delay + half,
    easing: EASE_OUT,
    fill: "backwards",
  });
  if (before === null) return;
  before.classList.add("leaving");
  const exit = animate(before, [{}, { transform: `translateY(-${ROLL_BY})`, opacity: 0 }], {
    duration: half,
    delay,
    easing: "ease-in",
    fill: "both",
  });
  if (exit === null) before.remove();
  else exit.addEventListener("finish", () => before.remove(), { once: true });
}

/** Draws the eye once to something that has changed. */
export function pulse(element: Element): void {
  if (prefersReducedMotion()) return;
  animate(element, [{ transform: "none" }, { transform: "scale(1.06)" }, { transform: "none" }], {
    duration: 480,
    easing: "ease-in-out",
  });
}

/** Light that runs over a plate once. */
export function shine(panel: HTMLElement): void {
  if (prefersReducedMotion()) return;
  const light = el("i", "shine");
  panel.append(light);
  const run = animate(
    light,
    [{ transform: "translateX(-100%)" }, { transform: "translateX(100%)" }],
    { duration: 1_100, easing: "ease-in-out", fill: "both" },
  );
  if (run === null) light.remove();
  else run.addEventListener("finish", () => light.remove(), { once: true });
}
