import { animate, el } from "../dom";
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
export function nameWords(className: string, name: string, isNamed = true): HTMLElement {
  const element = toWrap(words(className, name, 0.4));
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
  set: (value: string, tone?: string) => void;
  setLabel: (label: string) => void;
};

export function stat(label: string, value: string, className = ""): Stat {
  const digits = rolling("stat-value", value);
  const name = words("stat-label", label, 0.6);
  const element = piece(el("div", `stat ${className}`, name, digits.element));
  return {
    element,
    set: (text, tone = "") => {
      digits.set(text);
      element.dataset.tone = tone;
    },
    setLabel: (text) => void setWords(name, text),
  };
}

const ROLL_MS = 520;
const ROLL_STAGGER_MS = 28;

export type Rolling = { element: HTMLElement; set: (text: string) => void };

/** A number whose digits roll when it changes. Digits keep their place counted from the right. */
export function rolling(className: string, text: string): Rolling {
  const element = toFit(el("p", `rolling ${className}`), 0.5);
  element.dir = "ltr";
  const cells: HTMLElement[] = [];
  let shown = "";
  const set = (next: string) => {
    if (next === shown) return;
    const isFirst = shown === "";
    shown = next;
    const letters = Array.from(next);
    while (cells.length > letters.length) cells.shift()?.remove();
    while (cells.length < letters.length) {
      const cell = el("span", "cell");
      cells.unshift(cell);
      element.prepend(cell);
    }
    for (const [index, letter] of letters.entries()) {
      const cell = cells[index];
      const before = cell?.lastElementChild;
      if (cell === undefined || before?.textContent === letter) continue;
      roll(cell, letter, isFirst ? null : index * ROLL_STAGGER_MS);
    }
  };
  set(text);
  return { element, set };
}

/** Without a delay the letter is there at once. */
function roll(cell: HTMLElement, letter: string, delay: number | null): void {
  while (cell.childElementCount > 1) cell.firstElementChild?.remove();
  const before = cell.lastElementChild;
  const next = el("span", "digit", letter);
  cell.append(next);
  if (delay === null || prefersReducedMotion()) {
    before?.remove();
    return;
  }
  const options = { duration: ROLL_MS, delay, easing: EASE_OUT, fill: "both" } as const;
  animate(
    next,
    [
      { transform: "translateY(95%)", opacity: 0 },
      { transform: "none", opacity: 1 },
    ],
    {
      ...options,
      fill: "backwards",
    },
  );
  if (before === null) return;
  before.classList.add("leaving");
  const exit = animate(
    before,
    [
      { transform: "none", opacity: 1 },
      { transform: "translateY(-95%)", opacity: 0 },
    ],
    options,
  );
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
