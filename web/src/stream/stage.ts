import { paints } from "./art";
import { animate, el } from "./dom";
import { fitTexts } from "./fit";
import { layoutOf } from "./layout";
import { EASE_OUT, prefersReducedMotion } from "./motion";
import { floatParticles } from "./particles";
import { type Content, SCENE_MS, type Scene, scenes } from "./scenes";
import { sceneView } from "./views";

/** What a scene shows at this moment. */
type Tell = (scene: Scene, turn: number) => Content;

export type Stage = {
  /** Something that is shown may have changed. */
  refresh: () => void;
};

/** Puts the banner on the page and begins the loop, which never ends. */
export function openStage(page: HTMLElement, tell: Tell): Stage {
  const field = el("div", "particles");
  const place = el("div", "place-of-scenes");
  const ticks = scenes.map(() => el("i", "tick", el("b", "")));
  const plate = el("main", "plate", field, place, el("div", "ticks", ...ticks));
  page.append(paints(), plate);
  fit(plate);
  window.addEventListener("resize", () => {
    fit(plate);
    fitTexts(place);
  });
  // Until the fonts are there, texts are measured in others. Old browsers of tests know no fonts.
  document.fonts?.addEventListener("loadingdone", () => fitTexts(place));
  floatParticles(field);

  let step = 0;
  let shown = "";
  const show = (change: "next" | "same") => {
    const scene = scenes[step % scenes.length] ?? "intro";
    const content = tell(scene, Math.floor(step / scenes.length));
    const text = JSON.stringify(content);
    if (change === "same" && text === shown) return;
    shown = text;
    plate.dataset.scene = scene;
    exchange(place, sceneView(content), change);
    if (change === "next") mark(ticks, step % scenes.length);
  };
  show("next");
  setInterval(() => {
    step += 1;
    show("next");
  }, SCENE_MS);
  return { refresh: () => show("same") };
}

/** Lays the plate out on whatever canvas the broadcast software gives it. */
function fit(plate: HTMLElement): void {
  const { shape, left, top, width, height, em } = layoutOf(window.innerWidth, window.innerHeight);
  plate.dataset.shape = shape;
  plate.style.left = `${left}px`;
  plate.style.top = `${top}px`;
  plate.style.width = `${width}px`;
  plate.style.height = `${height}px`;
  plate.style.fontSize = `${em}px`;
}

const LEAVE_MS = 260;
const ENTER_MS = 520;
const STAGGER_MS = 60;

/** Brings a scene in over the one that leaves. At most one is on its way out. */
function exchange(place: HTMLElement, next: HTMLElement, change: "next" | "same"): void {
  while (place.childElementCount > 1) place.firstElementChild?.remove();
  const leaving = place.lastElementChild;
  place.append(next);
  fitTexts(next);
  const isCalm = change === "same" || prefersReducedMotion();
  if (leaving !== null) {
    leaving.setAttribute("aria-hidden", "true");
    const away = isCalm ? [] : [{ transform: "translateX(-1.6em)" }];
    const exit = animate(leaving, [{ opacity: 0, ...away[0] }], {
      duration: LEAVE_MS,
      easing: "ease-in",
      fill: "forwards",
    });
    if (exit === null) leaving.remove();
    else exit.addEventListener("finish", () => leaving.remove());
  }
  const delay = leaving === null ? 0 : LEAVE_MS / 2;
  if (isCalm) {
    animate(next, [{ opacity: 0 }, {}], { duration: LEAVE_MS, delay, fill: "backwards" });
    return;
  }
  const pieces = next.querySelectorAll(".figure, .words > *, .side > *");
  pieces.forEach((piece, index) => {
    animate(piece, [{ opacity: 0, transform: "translateY(1.1em)" }, {}], {
      duration: ENTER_MS,
      delay: delay + index * STAGGER_MS,
      easing: EASE_OUT,
      fill: "backwards",
    });
  });
}

/** Shows which of the scenes it is, and how much of its time has gone. */
function mark(ticks: readonly HTMLElement[], current: number): void {
  for (const [index, tick] of ticks.entries()) {
    tick.classList.toggle("current", index === current);
    const bar = tick.firstElementChild;
    if (bar === null || index !== current || prefersReducedMotion()) continue;
    animate(bar, [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: SCENE_MS });
  }
}
