const STEP = 0.95;
/** A text that may wrap does so only when it would be smaller than this on one line. */
const ONE_LINE_FROM = 0.55;
const WRAPPED = "wrapped";

/** What each text was measured with last, so that a number that ticks is not measured every second. */
const measured = new WeakMap<Element, string>();

/** Marks a text to be made smaller until it is whole, down to a share of its size. Then it ends in dots. */
export function toFit(element: HTMLElement, least: number): HTMLElement {
  element.dataset.fit = String(least);
  return element;
}

/** Lets a marked text of one line wrap onto a second one before it gets too small. */
export function toWrap(element: HTMLElement): HTMLElement {
  element.dataset.wraps = "";
  return element;
}

/** Fits the marked texts below a view whose words or place have changed. */
export function fitMarked(view: Element): void {
  for (const text of view.querySelectorAll<HTMLElement>("[data-fit]")) {
    if (measured.get(text) === keyOf(text)) continue;
    fitOne(text);
    measured.set(text, keyOf(text));
  }
}

/** Fonts that arrive later have other widths. */
export function forgetMeasures(view: Element): void {
  for (const text of view.querySelectorAll("[data-fit]")) measured.delete(text);
}

const keyOf = (text: HTMLElement) =>
  [
    text.textContent,
    text.clientWidth,
    text.parentElement?.clientHeight,
    getComputedStyle(text).fontSize,
  ].join(" ");

function fitOne(text: HTMLElement): void {
  const least = Number(text.dataset.fit);
  const mayWrap = text.dataset.wraps !== undefined;
  const hasLines = text.classList.contains("two-lines");
  text.classList.remove(WRAPPED);
  // Words stay whole unless the text would get too small.
  text.style.overflowWrap = "normal";
  shrink(text, 1, mayWrap || hasLines ? Math.max(least, ONE_LINE_FROM) : least);
  if (!isCut(text) || (!mayWrap && !hasLines)) return;
  text.style.overflowWrap = "";
  text.classList.toggle(WRAPPED, mayWrap);
  shrink(text, 0.9, least);
}

function shrink(text: HTMLElement, from: number, least: number): void {
  let size = from;
  text.style.setProperty("--fit", String(size));
  while (isCut(text) && size > least) {
    size = Math.max(least, size * STEP);
    text.style.setProperty("--fit", size.toFixed(3));
  }
}

function isCut(text: HTMLElement): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = text;
  // A letter may reach below its line by a pixel without being cut.
  if (scrollWidth > clientWidth || scrollHeight > clientHeight + 1) return true;
  return clientWidth > 0 && lineWidth(text) > innerWidth(text) + 0.05;
}

/** Whole pixels hide the last part of one, for which a line already ends in dots. */
function lineWidth(text: HTMLElement): number {
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getBoundingClientRect?.().width ?? 0;
}

function innerWidth(text: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(text);
  const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight) || 0;
  const { width } = text.getBoundingClientRect();
  // The plate may be coming in, at less than its size.
  return width - (padding * width) / Math.max(1, text.offsetWidth);
}
