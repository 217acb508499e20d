import { artOf } from "./art";
import { breakable, el as plain } from "./dom";
import type { Card, Content, Scene, Side } from "./scenes";
import * as texts from "./texts/en";

/** A card's title of more letters gets the room of the drawing and of the words. */
const LONG_TITLE = 32;

/** A text on the plate, in its own direction: names and prizes are in any language. */
function el(tag: string, className: string, ...children: readonly (Node | string)[]): HTMLElement {
  const element = plain(tag, className, ...children);
  if (tag === "p" || tag === "h1") element.dir = "auto";
  return element;
}

/** What stands on the plate for a scene. */
export function sceneView(content: Content): HTMLElement {
  const { scene, eyebrow, headline, line, address, mark, side } = content;
  const words = el(
    "div",
    "scene-words",
    el("p", "eyebrow", eyebrow),
    fitted(
      el("h1", "headline", ...breakable(headline)),
      headline.length,
      scene === "intro" ? 14 : 13,
      0.55,
    ),
    el("p", "line", line),
  );
  if (address !== null)
    words.append(fitted(el("p", "address", address), address.length, scene === "intro" ? 30 : 22));
  const view = el("section", "scene", el("div", "figure", figureView(scene, mark)), words);
  if (side.kind !== "none") view.append(sideView(side));
  view.dataset.scene = scene;
  const isLong = side.kind === "cards" && side.cards.some(({ title }) => title.length > LONG_TITLE);
  view.classList.toggle("scene-long", isLong);
  return view;
}

/** The site's own sign, or the drawing without one or when it cannot be loaded. */
function figureView(scene: Scene, mark: string): Element {
  const drawing = artOf(scene);
  if (mark === "") return drawing;
  const sign = el("img", "art sign");
  sign.addEventListener("error", () => sign.replaceWith(drawing));
  return Object.assign(sign, { alt: "", src: mark });
}

function sideView(side: Exclude<Side, { kind: "none" }>): HTMLElement {
  switch (side.kind) {
    case "cards":
      return el("div", "side cards", ...side.cards.map(cardView));
    case "steps":
      return el(
        "div",
        "side steps",
        ...side.steps.map((step, index) =>
          el("div", "step", el("span", "number", String(index + 1)), el("p", "", step)),
        ),
      );
    case "places":
      return el(
        "div",
        "side places",
        ...side.places.map(({ name, points }, index) =>
          el(
            "div",
            `place place-${index + 1}`,
            el("span", "rank", String(index + 1)),
            el("p", "name", ...breakable(name)),
            fitted(el("p", "amount", points), points.length, 7),
          ),
        ),
      );
    case "code":
      return el(
        "div",
        "side code",
        el("p", "label", texts.code(side.casino)),
        fitted(el("p", "letters", side.code), side.code.length, 8),
      );
  }
}

function cardView({ title, amount, note }: Card): HTMLElement {
  return el(
    "div",
    "card",
    fitted(el("p", "title", ...breakable(title)), title.length, 17, 0.8),
    el("p", "note", note),
    fitted(el("p", "amount", amount), amount.length, 6, 0.68),
  );
}

/**
 * Makes a text that is longer than its place smaller; at the least size it wraps. What must not be cut
 * is measured as well: see fit.ts.
 */
function fitted(element: HTMLElement, length: number, room: number, least = 0.45): HTMLElement {
  element.style.setProperty("--fit", Math.max(least, Math.min(1, room / length)).toFixed(3));
  return element;
}
