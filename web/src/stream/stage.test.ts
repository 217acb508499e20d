import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { layoutOf } from "./layout";
import { motes, PARTICLES } from "./particles";
import { contentOf, scenes } from "./scenes";
import { openStage } from "./stage";

const nothing = { site: null, challenges: null, giveaways: null, board: null };
let name = "Pointhouse";
let mark = "";

const open = () =>
  openStage(document.body, (scene, turn) =>
    contentOf(scene, {
      facts: {
        ...nothing,
        site: { name, mark, promoCode: "", casinoName: "", timezone: "" },
      },
      now: 0,
      turn,
      address: null,
    }),
  );

const shown = () => document.querySelector<HTMLElement>(".plate")?.dataset.scene;
const texts = () => [...document.querySelectorAll("h1")].map(({ textContent }) => textContent);

beforeEach(() => {
  vi.useFakeTimers();
  name = "Pointhouse";
  mark = "";
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

it("goes through the five scenes, 4 s each, and begins again", () => {
  open();
  const seen = [shown()];
  for (let step = 0; step < 10; step += 1) {
    vi.advanceTimersByTime(3_999);
    expect(shown()).toBe(seen.at(-1));
    vi.advanceTimersByTime(1);
    seen.push(shown());
  }
  expect(seen).toEqual([...scenes, ...scenes, "intro"]);
});

it("shows the site's own sign in the first scene, and the drawing when it cannot be loaded", () => {
  mark = "/api/site/pictures/7";
  open();
  const sign = document.querySelector(".figure img");
  expect(sign).toHaveAttribute("src", "/api/site/pictures/7");
  sign?.dispatchEvent(new Event("error"));
  expect(document.querySelector(".figure img")).toBeNull();
  expect(document.querySelectorAll(".figure svg")).toHaveLength(1);
  vi.advanceTimersByTime(4_000);
  expect(document.querySelectorAll(".scene[data-scene=challenges] .figure svg")).toHaveLength(1);
});

it("always has one scene on the plate, and nothing that takes the focus", () => {
  open();
  for (let step = 0; step < 12; step += 1) {
    expect(texts()).toHaveLength(1);
    expect(texts()[0]).not.toBe("");
    expect(document.querySelectorAll("a, button, input, [tabindex]")).toHaveLength(0);
    vi.advanceTimersByTime(4_000);
  }
});

it("takes a change over at once, and leaves alone what has not changed", () => {
  const stage = open();
  const before = document.querySelector(".scene");
  stage.refresh();
  expect(document.querySelector(".scene")).toBe(before);
  name = "Another house";
  stage.refresh();
  expect(texts()).toEqual(["Another house"]);
  expect(shown()).toBe("intro");
});

const said = (headline: string) => ({
  ...contentOf("giveaways", { facts: nothing, now: 0, turn: 0, address: null }),
  headline,
});

it("announces at once for 12 s, one after the other, and goes on with the interrupted scene", () => {
  const stage = open();
  vi.advanceTimersByTime(5_000);
  expect(shown()).toBe("challenges");
  stage.announce(said("rory"));
  stage.announce(said("mia"));
  expect([shown(), ...texts()]).toEqual(["draw", "rory"]);
  stage.refresh();
  vi.advanceTimersByTime(11_999);
  expect([shown(), ...texts()]).toEqual(["draw", "rory"]);
  vi.advanceTimersByTime(1);
  expect([shown(), ...texts()]).toEqual(["draw", "mia"]);
  vi.advanceTimersByTime(12_000);
  expect(shown()).toBe("challenges");
  vi.advanceTimersByTime(3_999);
  expect(shown()).toBe("challenges");
  vi.advanceTimersByTime(1);
  expect(shown()).toBe("giveaways");
});

it("has fifteen particles, each in a place of its own on the plate", () => {
  open();
  expect(PARTICLES).toBe(15);
  expect(document.querySelectorAll(".mote")).toHaveLength(15);
  const places = motes();
  expect(new Set(places.map(({ left, top }) => `${left} ${top}`)).size).toBe(15);
  for (const { left, top } of places)
    for (const share of [left, top]) expect(share > 0 && share < 1).toBe(true);
});

describe("the particles", () => {
  const playing = {
    cancel: vi.fn<() => void>(),
    pause: vi.fn<() => void>(),
    play: vi.fn<() => void>(),
    addEventListener: () => undefined,
  };
  const listeners: (() => void)[] = [];
  let isStill = false;

  beforeEach(() => {
    isStill = false;
    listeners.length = 0;
    Element.prototype.animate = vi.fn<() => Animation>(() => playing as unknown as Animation);
    vi.stubGlobal("matchMedia", () => ({
      get matches() {
        return isStill;
      },
      addEventListener: (_: string, listener: () => void) => listeners.push(listener),
    }));
    for (const spy of [playing.cancel, playing.pause, playing.play]) spy.mockReset();
  });
  afterEach(() => {
    Reflect.deleteProperty(Element.prototype, "animate");
    vi.unstubAllGlobals();
  });

  it("stop while nobody sees them", () => {
    open();
    expect(playing.play).toHaveBeenCalledTimes(15);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(playing.pause).toHaveBeenCalledTimes(15);
  });

  it("lie still where less motion is asked for, also later", () => {
    open();
    expect(playing.cancel).not.toHaveBeenCalled();
    isStill = true;
    for (const listener of listeners) listener();
    expect(playing.cancel).toHaveBeenCalledTimes(15);
  });
});

describe("the layout", () => {
  it.each([
    [1920, 1080, "wide"],
    [2560, 1440, "wide"],
    [1280, 720, "wide"],
    [1280, 300, "wide"],
    [1600, 160, "wide"],
    [800, 600, "wide"],
    [400, 600, "upright"],
    [1080, 1920, "upright"],
    [600, 600, "upright"],
  ])("lies inside %d x %d, %s", (width, height, shape) => {
    const layout = layoutOf(width, height);
    expect(layout.shape).toBe(shape);
    expect(Math.min(layout.left, layout.top)).toBeGreaterThanOrEqual(0);
    expect(layout.left + layout.width).toBeLessThanOrEqual(width);
    expect(layout.top + layout.height).toBeLessThanOrEqual(height);
  });

  it("leaves most of a whole screen to the picture", () => {
    const { width, height, top } = layoutOf(1920, 1080);
    expect((width * height) / (1920 * 1080)).toBeLessThan(0.25);
    expect(top).toBeGreaterThan(1080 / 2);
  });

  it("survives a canvas without a size", () => {
    expect(layoutOf(0, 0).em).toBeGreaterThan(0);
  });
});

it("may be loaded again between two scenes, but not within one or during an announcement", () => {
  const stage = open();
  expect(stage.isQuiet()).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(stage.isQuiet()).toBe(false);
  vi.advanceTimersByTime(2_000);
  expect(stage.isQuiet()).toBe(true);
  stage.announce(contentOf("intro", { facts: nothing, now: 0, turn: 0, address: null }));
  expect(stage.isQuiet()).toBe(false);
  vi.advanceTimersByTime(11_000);
  expect(stage.isQuiet()).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(stage.isQuiet()).toBe(true);
});
