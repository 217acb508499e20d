import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Content } from "../../scenes";
import { sceneView } from "../../views";
import { readState, type SourceState } from "../state";
import type { View } from "../view";
import { open as openGiveaway } from "./giveaway";
import { open as openGoal } from "./goal";
import { open as openLowerThird } from "./lower-third";
import { open as openPodium } from "./podium";
import { open as openRound } from "./round";
import { open as openTicker } from "./ticker";

const NOW = "2026-11-26T12:00:00.000Z";
const OPEN = { id: "7", title: "A hat", startsAt: NOW, status: "active" };
const NEXT = { what: "giveaway_ends", title: "A hat" };
const at = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1_000).toISOString();

function stateOf(options: object, facts: object): SourceState {
  const state = readState({
    build: "a",
    now: NOW,
    source: { x: 0, y: 0, width: 1_000, height: 200, locale: "en-US", volume: 0, options },
    site: { name: "Pointhouse", address: "example.com", pointsName: "points", pointsOne: "point" },
    facts,
  });
  if (state === null) throw new Error("not a state");
  return state;
}

type Run = { element: Element; options: KeyframeAnimationOptions; finish: () => void };
let runs: Run[] = [];
let view: View | null = null;

/** Animations that end when a test says so. */
function animateByHand(this: Element, _: unknown, options: KeyframeAnimationOptions) {
  const listeners: (() => void)[] = [];
  runs.push({ element: this, options, finish: () => listeners.forEach((one) => one()) });
  return {
    cancel: () => undefined,
    addEventListener: (_name: string, listener: () => void) => listeners.push(listener),
  };
}

beforeEach(() => {
  runs = [];
  vi.useFakeTimers({ now: Date.parse(NOW) });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  Object.assign(Element.prototype, { animate: animateByHand });
});
afterEach(() => {
  view?.close();
  view = null;
  document.body.replaceChildren();
  Reflect.deleteProperty(Element.prototype, "animate");
  vi.useRealTimers();
});

const text = () => document.querySelector(".view:last-child")?.textContent ?? "";
const runOf = (selector: string) => runs.find(({ element }) => element.matches(selector));
const endOf = (run: Run | undefined) => (run?.options.delay ?? 0) + Number(run?.options.duration);

it("podium: an amount moves with its member and never is beside another name", () => {
  view = openPodium(document.body);
  const update = (...places: [string, number][]) =>
    view?.update(
      stateOf(
        { kind: "podium" },
        { places: places.map(([name, amount]) => ({ name, amount, isNamed: true })) },
      ),
      true,
    );
  update(["rory", 521], ["mira", 410]);
  update(["mira", 777], ["rory", 521]);
  const first = document.querySelector(".podium-1")?.textContent ?? "";
  expect(first).toContain("mira");
  // Of the amount before only what mira had leaves.
  const leaving = [...document.querySelectorAll(".podium-1 .leaving")];
  expect(leaving.map(({ textContent }) => textContent).join("")).toBe("410");
  expect(document.querySelector(".podium-2 .leaving")).toBeNull();
});

it("giveaway: the ticket that won looks like any other until the run has stopped", () => {
  view = openGiveaway(document.body);
  const giveaway = { id: "7", title: "A hat", startsAt: at(-60), endsAt: at(60), tickets: 9 };
  view.update(stateOf({ kind: "giveaway" }, { giveaway: { ...giveaway, status: "active" } }), true);
  const ended = { ...giveaway, status: "ended", endedAt: NOW, winner: "rory", winningTicket: 3 };
  view.update(stateOf({ kind: "giveaway" }, { giveaway: ended }), true);
  const gold = runOf(".run-won");
  expect(gold?.options.fill).toBe("backwards");
  expect(gold?.options.delay).toBe(endOf(runOf(".run-strip")));
});

it("giveaway: one that opens soon asks nobody to enter", () => {
  view = openGiveaway(document.body);
  const giveaway = { id: "7", title: "A hat", startsAt: at(60), endsAt: at(120) };
  view.update(
    stateOf({ kind: "giveaway" }, { giveaway: { ...giveaway, status: "upcoming" } }),
    true,
  );
  expect(text()).toContain("Soon at example.com/giveaways");
  expect(text()).not.toContain("Enter");
  expect(text()).not.toContain("Members in");
});

it("giveaway: a clock changes without digits that roll", () => {
  view = openGiveaway(document.body);
  const giveaway = { id: "7", title: "A hat", startsAt: at(-60), endsAt: at(600) };
  view.update(stateOf({ kind: "giveaway" }, { giveaway: { ...giveaway, status: "active" } }), true);
  expect(document.querySelector(".give-clock")?.textContent).toBe("10:00");
  vi.advanceTimersByTime(1_000);
  expect(document.querySelector(".give-clock")?.textContent).toBe("9:59");
});

it("giveaway: a view that replaces another one has the time at once", () => {
  view = openGiveaway(document.body);
  const giveaway = { id: "7", startsAt: at(-60), endsAt: at(600), status: "active" };
  for (const prize of ["A hat", "Two hats"])
    view.update(stateOf({ kind: "giveaway" }, { giveaway: { ...giveaway, prize } }), true);
  expect(text()).toContain("Two hats");
  expect(text()).toContain("10:00");
});

it.each([
  ["a giveaway", "giveaway", openGiveaway, { giveaway: { ...OPEN, endsAt: at(600) } }, 1],
  [
    "a time in the lower third",
    "lower_third",
    openLowerThird,
    { next: { ...NEXT, at: at(600) } },
    1,
  ],
  ["a typed line", "lower_third", openLowerThird, { line: { text: "Soon", endsAt: at(600) } }, 0],
])("at rest a second of %s changes one text, measures nothing and moves nothing", (...row) => {
  const [, kind, open, facts, changes] = row;
  view = open(document.body);
  view.update(stateOf({ kind }, facts), true);
  // From ten minutes to less than ten the clock gets shorter.
  vi.advanceTimersByTime(1_000);
  runs = [];
  const measure = vi.spyOn(window, "getComputedStyle");
  const observer = new MutationObserver(() => undefined);
  const everything = { subtree: true, childList: true, characterData: true, attributes: true };
  observer.observe(document, everything);
  vi.advanceTimersByTime(1_000);
  const records = observer.takeRecords();
  observer.disconnect();
  expect(records.map(({ type }) => type)).toEqual(Array(changes).fill("characterData"));
  expect(measure).not.toHaveBeenCalled();
  expect(runs).toEqual([]);
});

it("goal: is reached when its bar has arrived, and not before", () => {
  view = openGoal(document.body);
  const options = { kind: "goal", title: "Studio", counts: "number", target: 100, startsAt: 0 };
  view.update(stateOf(options, { value: 50 }), true);
  runOf(".goal-fill")?.finish();
  runs = [];
  view.update(stateOf(options, { value: 100 }), true);
  expect(text()).not.toContain("Goal reached");
  runOf(".goal-fill")?.finish();
  expect(text()).toContain("Goal reached");
  expect(runOf(".shine")).toBeDefined();
});

it("round: one without its detail says its multiplier once", () => {
  view = openRound(document.body);
  view.update(stateOf({ kind: "round", games: ["slot"] }, { member: "rory" }), true);
  const round = { game: "slot", bet: 100, payout: 200, params: {}, detail: {} };
  view.happen?.({
    id: "1",
    at: 0,
    kind: "round",
    name: "rory",
    isNamed: true,
    title: "Slot",
    amount: 0,
    multiplier: 2,
    isTest: false,
    round,
  });
  expect(text().split("2x")).toHaveLength(2);
});

it("ticker: a win has its unit", () => {
  view = openTicker(document.body);
  const item = { id: "1", at: NOW, kind: "win", name: "rory", amount: 5_000, multiplier: 50 };
  const options = { kind: "ticker", shows: ["win"], leastMultiplier: 10, itemSeconds: 5 };
  view.update(stateOf(options, { items: [item] }), true);
  const amount = document.querySelector(".ticker-amount");
  expect([...(amount?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    "+5,000",
    "points",
  ]);
});

it("ticker: a strip for one item gives the place of the site's name to the item", () => {
  view = openTicker(document.body);
  const item = { id: "1", at: NOW, kind: "win", name: "rory", amount: 5_000, multiplier: 50 };
  const options = { kind: "ticker", shows: ["win"], leastMultiplier: 10, itemSeconds: 5 };
  view.update(stateOf(options, { items: [item] }), true);
  // 1,000 by 200 px are 20 em.
  expect(document.querySelector(".ticker-narrow")).not.toBeNull();
  const wide = stateOf(options, { items: [item] });
  view.update({ ...wide, plate: { x: 0, y: 1_000, width: 1_920, height: 80 } }, true);
  expect(document.querySelector(".ticker-narrow")).toBeNull();
});

it("banner: a long prize gets the room of the drawing, and a name ends its line at a mark", () => {
  const scene = {
    scene: "giveaways",
    eyebrow: "",
    headline: "",
    line: "",
    address: null,
    mark: "",
  };
  const viewOf = (title: string) =>
    sceneView({
      ...scene,
      side: { kind: "cards", cards: [{ title, amount: "50 points", note: "Ends in 4m" }] },
    } as Content);
  expect(viewOf("A hat").matches(".scene-long")).toBe(false);
  expect(viewOf("A weekend in Las Vegas for two with flights").matches(".scene-long")).toBe(true);
  expect(viewOf("rory_the_dawg").querySelectorAll(".title wbr")).toHaveLength(2);
});
