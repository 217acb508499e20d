import { paints } from "./art";
import { animate, el } from "./dom";
import { fitTexts } from "./fit";
import { type Layout, layoutOf } from "./layout";
import { type Line, openLine } from "./line";
import { EASE_OUT, prefersReducedMotion } from "./motion";
import { floatParticles } from "./particles";
import { type Content, SCENE_MS, type Scene, scenes } from "./scenes";
import { sceneView } from "./views";

/** How long an announcement stands. */
const ANNOUNCEMENT_MS = 12_000;
/** Most announcements that wait: a minute later nobody remembers what they are about. */
const ANNOUNCEMENTS_MAX = 5;
/** For so long a scene has only just begun. */
const NEW_MS = 1_100;

/** What a scene shows at this moment. */
type Tell = (scene: Scene, turn: number) => Content;

/** The scenes of a banner and how long they are shown. */
export type Loop = {
  scenes: readonly Scene[];
  sceneMs: number;
  /** How long the banner is hidden after each round. */
  restMs: number;
  layout: (width: number, height: number) => Layout;
};

const PUBLIC: Loop = { scenes, sceneMs: SCENE_MS, restMs: 0, layout: layoutOf };

export type Stage = {
  /** Something that is shown may have changed. */
  refresh: () => void;
  /** Shows something at once, whatever scene is on. Several follow each other. */
  announce: (content: Content) => void;
  /** Shows a line over the scenes until its end. */
  showLine: (line: Line | null) => void;
  /** Whether the page can be loaded again without cutting a scene short: between two scenes, or while it is hidden. */
  isQuiet: () => boolean;
  /** Fits the banner to its canvas again. */
  fit: () => void;
  close: () => void;
};

/** Puts the banner on the page and begins the loop, which never ends. */
export function openStage(page: HTMLElement, tell: Tell, loop: Loop = PUBLIC): Stage {
  const place = el("div", "place-of-scenes");
  const ticks = loop.scenes.map(() => el("i", "tick", el("b", "")));
  const field = el("div", "particles");
  const plate = el("main", "plate", field, place, el("div", "ticks", ...ticks));
  const close = putOn(page, plate, loop);
  const particles = floatParticles(field);

  let step = 0;
  let shown = "";
  let changedAt = Number.NEGATIVE_INFINITY;
  /** Announcements that wait, behind the one that is shown. */
  let waiting: readonly Content[] = [];
  let isAnnouncing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (change: "next" | "same") => {
    if (isAnnouncing || plate.hidden) return;
    const index = step % loop.scenes.length;
    const scene = loop.scenes[index] ?? "intro";
    const content = tell(scene, Math.floor(step / loop.scenes.length));
    const text = JSON.stringify(content);
    if (change === "same" && text === shown) return;
    shown = text;
    plate.dataset.scene = scene;
    exchange(place, sceneView(content), change);
    if (change === "same") return;
    changedAt = Date.now();
    mark(ticks, index, loop.sceneMs);
  };
  const setHidden = (isHidden: boolean) => {
    if (plate.hidden === isHidden) return;
    plate.hidden = isHidden;
    // What is hidden must not be drawn, or a resting banner would cost as much as a moving one.
    if (isHidden) place.replaceChildren();
    particles.setResting(isHidden);
  };
  const goOn = () => {
    setHidden(false);
    show("next");
    timer = setTimeout(() => {
      step += 1;
      const isRoundOver = step % loop.scenes.length === 0;
      if (isRoundOver && loop.restMs > 0) rest();
      else goOn();
    }, loop.sceneMs);
  };
  const rest = () => {
    leave(plate, () => setHidden(true));
    timer = setTimeout(() => {
      goOn();
      come(plate);
    }, loop.restMs);
  };
  const announceNext = () => {
    const [content, ...others] = waiting;
    waiting = others;
    isAnnouncing = content !== undefined;
    if (content === undefined) {
      goOn();
      return;
    }
    setHidden(false);
    plate.dataset.scene = "draw";
    exchange(place, sceneView(content), "next");
    mark(ticks, null, loop.sceneMs);
    timer = setTimeout(announceNext, ANNOUNCEMENT_MS);
  };
  const announce = (content: Content) => {
    waiting = [...waiting, content].slice(0, ANNOUNCEMENTS_MAX);
    if (isAnnouncing) return;
    // The scene that was interrupted begins again afterwards.
    clearTimeout(timer);
    for (const animation of plate.getAnimations?.() ?? []) animation.cancel();
    announceNext();
  };
  goOn();
  if (loop.restMs > 0) come(plate);
  return {
    refresh: () => show("same"),
    announce,
    showLine: openLine(plate),
    isQuiet: () => plate.hidden === true || (!isAnnouncing && Date.now() - changedAt < NEW_MS),
    fit: () => fit(plate, loop.layout),
    close: () => {
      clearTimeout(timer);
      particles.close();
      close();
    },
  };
}

/** Puts the plate on the page and keeps it fitted. Returns what takes it away. */
function putOn(page: HTMLElement, plate: HTMLElement, { layout }: Loop): () => void {
  const art = paints();
  const resized = () => {
    fit(plate, layout);
    fitTexts(plate);
  };
  const measured = () => fitTexts(plate);
  page.append(art, plate);
  fit(plate, layout);
  window.addEventListener("resize", resized);
  // Until the fonts are there, texts are measured in others. Old browsers of tests know no fonts.
  document.fonts?.addEventListener("loadingdone", measured);
  return () => {
    window.removeEventListener("resize", resized);
    document.fonts?.removeEventListener("loadingdone", measured);
    art.remove();
    plate.remove();
  };
}

const REST_MS = 420;

/** Takes the plate away for a rest. */
function leave(plate: HTMLElement, onEnd: () => void): void {
  const to = prefersReducedMotion() ? {} : { transform: "translateY(1.2em)" };
  const exit = animate(plate, [{}, { opacity: 0, ...to }], {
    duration: REST_MS,
    easing: "ease-in",
  });
  if (exit === null) onEnd();
  else exit.addEventListener("finish", onEnd, { once: true });
}

function come(plate: HTMLElement): void {
  const from = prefersReducedMotion() ? {} : { transform: "translateY(1.2em)" };
  animate(plate, [{ opacity: 0, ...from }, {}], { duration: REST_MS, easing: EASE_OUT });
}

/** Lays the plate out on whatever canvas the broadcast software gives it. */
function fit(plate: HTMLElement, layout: Loop["layout"]): void {
  const { shape, left, top, width, height, em } = layout(window.innerWidth, window.innerHeight);
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
  const pieces = next.querySelectorAll(".figure, .scene-words > *, .side > *");
  pieces.forEach((piece, index) => {
    animate(piece, [{ opacity: 0, transform: "translateY(1.1em)" }, {}], {
      duration: ENTER_MS,
      delay: delay + index * STAGGER_MS,
      easing: EASE_OUT,
      fill: "backwards",
    });
  });
}

/** Shows which of the scenes it is, and how much of its time has gone; null during an announcement. */
function mark(ticks: readonly HTMLElement[], current: number | null, sceneMs: number): void {
  for (const [index, tick] of ticks.entries()) {
    tick.classList.toggle("current", index === current);
    const bar = tick.firstElementChild;
    if (bar === null || index !== current || prefersReducedMotion()) continue;
    animate(bar, [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: sceneMs });
  }
}
