const STEP = 0.95;
/** A word is broken only when the text would be smaller than this with whole words. */
const WHOLE_WORDS_FROM = 0.46;
const WRAPPED = "wrapped";

/** What each text was measured with last. */
const measured = new WeakMap<Element, string>();

/** Marks a text to be made smaller until it is whole, down to a share of its size. Then it ends in dots. */
export function toFit(element: HTMLElement, least: number): HTMLElement {
  element.dataset.fit = String(least);
  return element;
}

/** Lets a marked text of one line wrap onto a second one when it would be smaller than a share of its size. */
export function toWrap(element: HTMLElement, oneLineFrom = 0.55): HTMLElement {
  element.dataset.wraps = String(oneLineFrom);
  return element;
}

/** Fits the marked texts below a view whose words or place have changed. */
export function fitMarked(view: Element): void {
  const texts = view.querySelectorAll<HTMLElement>("[data-fit]");
  // A text that got smaller gives room to the one beside it, or takes it away: those are measured once more.
  for (let pass = 0; pass < 2; pass += 1)
    for (const text of texts) {
      if (measured.get(text) === keyOf(text)) continue;
      fitOne(text);
      measured.set(text, keyOf(text));
    }
}

/** Fonts that arrive later have other widths. */
export function forgetMeasures(view: Element): void {
  for (const text of view.querySelectorAll("[data-fit]")) measured.delete(text);
}

/** All digits are equally wide: a number that ticks is measured when it gets longer only. */
const keyOf = (text: HTMLElement) =>
  [
    text.textContent?.replace(/\d/g, "0"),
    text.clientWidth,
    text.parentElement?.clientHeight,
    getComputedStyle(text).fontSize,
  ].join(" ");

function fitOne(text: HTMLElement): void {
  const least = Number(text.dataset.fit);
  const oneLineFrom = Number(text.dataset.wraps ?? 0);
  const mayWrap = oneLineFrom > 0;
  const hasLines = text.classList.contains("two-lines");
  text.classList.remove(WRAPPED);
  if (!hasLines) shrink(text, 1, Math.max(least, oneLineFrom));
  if (!hasLines && (!mayWrap || !isCut(text))) return;
  text.classList.toggle(WRAPPED, mayWrap);
  // Words stay whole unless the text would get too small.
  text.style.overflowWrap = "normal";
  shrink(text, hasLines ? 1 : 0.9, Math.max(least, WHOLE_WORDS_FROM));
  if (!isCut(text)) return;
  text.style.overflowWrap = "";
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
  if (scrollWidth > clientWidth) return true;
  // Digits that roll are not within their line.
  if (scrollHeight > clientHeight + 1 && !text.classList.contains("rolling")) return true;
  return clientWidth > 0 && lineWidth(text) > innerWidth(text) + 0.01;
}

/** Whole pixels hide the last part of one, for which a line already ends in dots. */
function lineWidth(text: HTMLElement): number {
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getBoundingClientRect?.().width ?? 0;
}

function innerWidth(text: HTMLElement): number {
  const { paddingLeft, paddingRight, width: ownWidth } = getComputedStyle(text);
  const padding = laidOut(paddingLeft) + laidOut(paddingRight) || 0;
  const { width } = text.getBoundingClientRect();
  // The plate may be coming in, at less than its size. `offsetWidth` is of whole pixels.
  return width - (padding * width) / Math.max(1, Number.parseFloat(ownWidth) || text.offsetWidth);
}

/** Browsers lay boxes out in steps of 1/64 px: a box around its text has that much less padding than its style says. */
const laidOut = (length: string) => Math.floor(Number.parseFloat(length) * 64) / 64;
