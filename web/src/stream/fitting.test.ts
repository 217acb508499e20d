import { afterEach, expect, it } from "vitest";
import { breakable, el } from "./dom";
import { fitTexts } from "./fit";
import { fitMarked, toFit } from "./sources/fitting";

afterEach(() => document.body.replaceChildren());

type Sizes = Partial<Record<"scrollWidth" | "clientWidth" | "offsetWidth", () => number>>;

/** A text whose sizes follow from its style, as a browser would measure them. */
function measuredAs(text: HTMLElement, sizes: Sizes): HTMLElement {
  for (const [name, get] of Object.entries(sizes)) Object.defineProperty(text, name, { get });
  return text;
}
const fitOf = (text: HTMLElement) => Number(text.style.getPropertyValue("--fit") || 1);

it("a word that is too long to stay whole is broken at the size that it had", () => {
  const title = el("p", "title", "Donaudampfschifffahrtsgesellschaft");
  title.style.setProperty("--fit", "0.8");
  measuredAs(title, {
    clientWidth: () => 100,
    scrollWidth: () => (title.style.overflowWrap === "normal" ? 1_000 : 100),
  });
  fitTexts(el("div", "", title));
  expect(title.style.overflowWrap).toBe("");
  expect(fitOf(title)).toBe(0.8);
});

it("a word that can stay whole gets smaller before it is broken", () => {
  const title = el("p", "title", "Donaudampfschiff");
  measuredAs(title, { clientWidth: () => 100, scrollWidth: () => 150 * fitOf(title) });
  fitTexts(el("div", "", title));
  expect(title.style.overflowWrap).toBe("normal");
  expect(fitOf(title)).toBeLessThanOrEqual(0.667);
  expect(fitOf(title)).toBeGreaterThan(0.62);
});

it("a text is measured again when the one beside it has taken its room", () => {
  const [title, amount] = [toFit(el("p", "", "A goal"), 0.3), toFit(el("p", "", "1,000"), 0.5)];
  // The amount is as wide as its letters, and the title has the rest.
  const amountWidth = () =>
    amount.style.getPropertyValue("--fit") === "" ? 0 : 100 * fitOf(amount);
  measuredAs(title, {
    clientWidth: () => 200 - amountWidth(),
    scrollWidth: () => 200 * fitOf(title),
  });
  fitMarked(el("div", "", title, amount));
  expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth);
});

it("a text in a box of its own width keeps its size, also with padding of parts of a pixel", () => {
  const pill = toFit(el("p", "", "Goal reached"), 0.5);
  pill.style.padding = "0 10.01px";
  const widths = { clientWidth: () => 120, scrollWidth: () => 120, offsetWidth: () => 120 };
  measuredAs(pill, widths).getBoundingClientRect = () => new DOMRect(0, 0, 120, 20);
  Object.assign(Range.prototype, { getBoundingClientRect: () => new DOMRect(0, 0, 100, 20) });
  document.body.append(pill);
  fitMarked(document.body);
  Reflect.deleteProperty(Range.prototype, "getBoundingClientRect");
  expect(fitOf(pill)).toBe(1);
});

it("a name may end a line after a mark, and nowhere else", () => {
  const html = el("p", "", ...breakable("longest_name-24.")).innerHTML;
  expect(html).toBe("longest_<wbr>name-<wbr>24.");
  expect(el("p", "", ...breakable("rory")).innerHTML).toBe("rory");
});
