/** What is made smaller before anything of it is cut. */
const FITTED = ".headline, .line, .address, .title, .name, .amount, .note, .label, .letters";
const STEP = 0.93;
/** A word is broken only when the text would be smaller than this with whole words. */
const WHOLE_WORDS_FROM = 0.4;
const LEAST = 0.2;
/** The title of a card may be as long as a prize, for which its scene makes room. */
const LEAST_TITLE = 0.62;

/** Makes texts that are longer than their place smaller, until nothing of them is cut. */
export function fitTexts(view: Element): void {
  for (const text of view.querySelectorAll<HTMLElement>(FITTED)) {
    const least = text.classList.contains("title") ? LEAST_TITLE : LEAST;
    const before = text.style.getPropertyValue("--fit");
    text.style.overflowWrap = "normal";
    shrink(text, Math.max(least, WHOLE_WORDS_FROM));
    if (!isCut(text)) continue;
    // With a broken word it may be as large as before.
    text.style.overflowWrap = "";
    text.style.setProperty("--fit", before);
    shrink(text, least);
  }
}

function shrink(text: HTMLElement, least: number): void {
  let size = Number(text.style.getPropertyValue("--fit")) || 1;
  while (isCut(text) && size > least) {
    size = Math.max(least, size * STEP);
    text.style.setProperty("--fit", size.toFixed(3));
  }
}

function isCut({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean {
  // A letter may reach below its line by a pixel without being cut.
  return scrollWidth > clientWidth || scrollHeight > clientHeight + 1;
}
