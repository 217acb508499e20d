/** What has to be seen whole: the code, the amounts, the address. */
const WHOLE = ".letters, .amount, .address, .note";
const STEP = 0.93;
/** Enough steps to a tenth of the size. */
const STEPS = 32;

/** Makes texts that are longer than their place smaller, until nothing of them is cut. */
export function fitTexts(view: Element): void {
  for (const text of view.querySelectorAll<HTMLElement>(WHOLE)) {
    let size = Number(text.style.getPropertyValue("--fit")) || 1;
    for (let step = 0; step < STEPS && isCut(text); step += 1) {
      size *= STEP;
      text.style.setProperty("--fit", size.toFixed(3));
    }
  }
}

function isCut({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element): boolean {
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}
