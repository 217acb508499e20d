import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RUN_MS } from "../draw-run";
import { readState, type SourceState } from "../state";
import type { View } from "../view";
import { open as openAlerts } from "./alerts";
import { open as openBanner } from "./banner";
import { open as openGiveaway } from "./giveaway";
import { open as openGoal } from "./goal";
import { open as openHunt } from "./hunt";
import { open as openLowerThird } from "./lower-third";
import { open as openPodium } from "./podium";
import { open as openRound } from "./round";
import { open as openTicker } from "./ticker";

const NOW = "2026-11-26T12:00:00.000Z";
const at = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1_000).toISOString();

function stateOf(options: object, facts: object, more: object = {}): SourceState {
  const state = readState({
    build: "a",
    now: NOW,
    source: { x: 0, y: 0, width: 1_000, height: 200, locale: "en-US", volume: 0, options, ...more },
    site: { name: "Pointhouse", address: "example.com", pointsName: "points", pointsOne: "point" },
    facts,
  });
  if (state === null) throw new Error("not a state");
  return state;
}

/** What can be seen of the source: nothing of a plate that is hidden. */
function seen(): string {
  const plate = document.querySelector<HTMLElement>(".panel");
  if (plate === null || plate.style.visibility === "hidden") return "";
  return plate.querySelector(".view:last-child")?.textContent ?? "";
}

const happening = (id: string, kind: string, more: object = {}) => ({
  id,
  at: 0,
  kind: kind as never,
  name: "rory",
  isNamed: true,
  title: "",
  amount: 0,
  multiplier: 0,
  isTest: false,
  round: null,
  ...more,
});

let view: View | null = null;
const show = (facts: object | null, isLive = true) =>
  view?.update(stateOf({ kind: "giveaway" }, { giveaway: facts }), isLive);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW) });
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  view?.close();
  view = null;
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe("giveaway", () => {
  const giveaway = (changes: object = {}) => ({
    id: "7",
    title: "Friday drop",
    prize: "A hat",
    status: "active",
    startsAt: at(-60),
    endsAt: at(120),
    tickets: 12,
    entrants: 4,
    entryCost: 50,
    winner: null,
    winnerIsNamed: false,
    winningTicket: null,
    proofPath: "/giveaways?proof=7",
    ...changes,
  });

  beforeEach(() => {
    view = openGiveaway(document.body);
  });

  it("goes from open over the draw to the winner, and says where to check it", () => {
    show(giveaway());
    expect(seen()).toContain("A hat");
    expect(seen()).toContain("2:00");
    expect(seen()).toContain("Enter at example.com");
    vi.advanceTimersByTime(61_000);
    expect(seen()).toContain("Last minute");
    const ended = giveaway({ status: "ended", endedAt: NOW, winner: "ro***", winningTicket: 3 });
    show(ended);
    expect(seen()).toContain("Drawing the winner");
    expect(seen()).not.toContain("ro***");
    // The server counts tickets from 0, people from 1.
    expect(document.querySelector(".run-won")?.textContent).toBe("#4");
    expect(view?.isQuiet()).toBe(false);
    vi.advanceTimersByTime(RUN_MS);
    expect(seen()).toContain("ro***");
    expect(seen()).toContain("Ticket #4");
    expect(seen()).toContain("example.com/giveaways?proof=7");
    // It is drawn once.
    show(ended);
    expect(seen()).toContain("ro***");
  });

  it("follows the winner's consent without another draw", () => {
    show(giveaway());
    const ended = giveaway({ status: "ended", endedAt: NOW, winner: "ro***", winningTicket: 3 });
    show(ended);
    vi.advanceTimersByTime(RUN_MS);
    show({ ...ended, winner: "rory", winnerIsNamed: true });
    vi.advanceTimersByTime(1_000);
    expect(seen()).toContain("rory");
    expect(seen()).not.toContain("Drawing the winner");
  });

  it("does not repeat a draw of long ago for a page that is opened later", () => {
    show(giveaway({ status: "ended", endedAt: at(-30), winner: "rory", winnerIsNamed: true }));
    expect(seen()).toBe("");
  });

  it.each([
    [giveaway({ status: "ended", endedAt: NOW }), "No winner"],
    [giveaway({ status: "cancelled", endedAt: NOW }), "Cancelled"],
    [giveaway({ status: "upcoming", startsAt: at(30) }), "Opens in"],
    [giveaway({ entryCost: 0 }), "Free entry"],
  ])("says %#", (facts, text) => {
    show(facts);
    expect(seen()).toContain(text);
  });

  it("is hidden without one, and without the server", () => {
    show(giveaway());
    show(giveaway(), false);
    expect(seen()).toBe("");
    show(giveaway());
    expect(seen()).toContain("A hat");
    show(null);
    expect(seen()).toBe("");
  });
});

it("hunt: shows the slot that is opened, and how far it is", () => {
  view = openHunt(document.body);
  const hunt = {
    id: "h",
    name: "Friday",
    status: "active",
    starting: 100,
    won: 250,
    profit: 150,
    opened: 1,
    total: 2,
    required: 0,
    average: 125,
    current: { name: "San Quentin", provider: "Nolimit", bet: 2, caller: "emu" },
    best: { name: "Mental", times: 125, win: 250 },
    last: { name: "Mental", times: 125, win: 250 },
  };
  view.update(stateOf({ kind: "hunt" }, { hunt }), true);
  for (const text of ["San Quentin", "1 of 2 opened", "+$150.00", "125x", "called by emu"])
    expect(seen()).toContain(text);
  view.update(
    stateOf({ kind: "hunt" }, { hunt: { ...hunt, status: "completed", opened: 2, current: null } }),
    true,
  );
  // The slot that was opened last is shown first.
  vi.advanceTimersByTime(10_000);
  expect(seen()).toContain("Hunt complete");
  view.update(stateOf({ kind: "hunt" }, { hunt: null }), true);
  expect(seen()).toBe("");
});

it("podium: shows the places in the numbers of its language", () => {
  view = openPodium(document.body);
  const places = [{ name: "rory", isNamed: true, amount: 12_345 }];
  view.update(
    stateOf({ kind: "podium" }, { board: "points", cycle: "week", places }, { locale: "de-DE" }),
    true,
  );
  for (const text of ["rory", "12.345", "Top of the week"]) expect(seen()).toContain(text);
  view.update(stateOf({ kind: "podium" }, { board: "points", cycle: "week", places: [] }), true);
  expect(seen()).toBe("");
});

it("alerts: announces one after the other, and loses none while the page is hidden", () => {
  view = openAlerts(document.body);
  const options = { kind: "alerts", shows: ["win", "winner"], leastMultiplier: 50, seconds: 5 };
  view.update(stateOf(options, {}), true);
  const isHidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  view.happen?.(happening("1", "win", { multiplier: 50, title: "Dice" }));
  view.happen?.(happening("2", "win", { multiplier: 49 }));
  view.happen?.(happening("3", "linked"));
  view.happen?.(happening("4", "winner", { title: "A hat", name: "emu" }));
  expect(seen()).toBe("");
  isHidden.mockReturnValue(false);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(seen()).toContain("50x");
  expect(view.isQuiet()).toBe(false);
  vi.advanceTimersByTime(5_000);
  expect(seen()).toBe("");
  vi.advanceTimersByTime(1_000);
  expect(seen()).toContain("wins A hat");
  vi.advanceTimersByTime(6_000);
  expect(seen()).toBe("");
  expect(view.isQuiet()).toBe(true);
});

const won = (id: string, name: string, more: object = {}) => ({
  ...happening(id, "winner", { title: "A hat", name, isNamed: !name.includes("*") }),
  at: at(-5),
  ...more,
});
const hide = (isHidden: boolean) => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  document.dispatchEvent(new Event("visibilitychange"));
};
const bannerPlate = () => document.querySelector<HTMLElement>(".plate");

describe("alerts of a page that was away", () => {
  const options = { kind: "alerts", shows: ["winner"], leastMultiplier: 50, seconds: 5 };
  const list = (...items: object[]) => view?.update(stateOf(options, { items }), true);

  beforeEach(() => {
    view = openAlerts(document.body);
  });
  afterEach(() => void vi.restoreAllMocks());

  it("shows again what was on when the page was hidden, and then the others", () => {
    list();
    view?.happen?.(happening("1", "winner", { title: "A hat", name: "emu" }));
    view?.happen?.(happening("2", "winner", { title: "A mug", name: "kea" }));
    vi.advanceTimersByTime(4_000);
    hide(true);
    expect(seen()).toBe("");
    vi.advanceTimersByTime(60_000);
    expect(view?.isQuiet()).toBe(false);
    hide(false);
    expect(seen()).toContain("emu");
    vi.advanceTimersByTime(4_900);
    expect(seen()).toContain("emu");
    vi.advanceTimersByTime(1_000);
    expect(seen()).toContain("kea");
  });

  it("shows what was missed without the connection, in order and once, but nothing of before its first state", () => {
    list(won("1", "old"));
    expect(seen()).toBe("");
    list(won("3", "kea"), won("2", "emu"), won("1", "old"), won("0", "ida", { at: at(-601) }));
    expect(seen()).toContain("emu");
    list(won("3", "kea"), won("2", "emu"), won("1", "old"));
    vi.advanceTimersByTime(6_000);
    expect(seen()).toContain("kea");
    view?.happen?.(happening("3", "winner", { name: "kea" }));
    vi.advanceTimersByTime(6_000);
    expect(seen()).toBe("");
    expect(view?.isQuiet()).toBe(true);
  });

  it("masks a name whose member has withdrawn it, shown or waiting", () => {
    list();
    view?.happen?.(happening("1", "winner", { title: "A hat", name: "wallaby" }));
    view?.happen?.(happening("2", "winner", { title: "A hat", name: "cassowary" }));
    view?.happen?.(happening("3", "winner", { title: "A hat", name: "kookaburra" }));
    list(won("2", "ca*****ry"), won("1", "wa***by"));
    expect(seen()).toContain("wa***by");
    vi.advanceTimersByTime(6_000);
    expect(seen()).toContain("ca*****ry");
    vi.advanceTimersByTime(6_000);
    // The server's list no longer has it, so nothing says that it may be shown.
    expect(seen()).toContain("ko***");
    expect(seen()).not.toContain("kookaburra");
  });
});

describe("round", () => {
  const dice = {
    game: "dice",
    bet: 100,
    payout: 198,
    params: { target: 50, direction: "over" },
    detail: { roll: "73.21", won: true },
  };
  const options = { kind: "round", member: "rory", games: ["dice"], hideAfterSeconds: 5 };

  it("shows a round and hides after its time", () => {
    view = openRound(document.body);
    view.update(stateOf(options, { member: "rory" }), true);
    view.happen?.(happening("1", "round", { round: dice }));
    for (const text of ["rory", "73.21", "Over 50", "+198"]) expect(seen()).toContain(text);
    vi.advanceTimersByTime(10_000);
    expect(seen()).toBe("");
  });

  it("shows the board of the slot with what its bones are worth", () => {
    view = openRound(document.body);
    view.update(stateOf({ ...options, games: ["slot"] }, { member: "rory" }), true);
    const row = ["bone", "hat", "paw", "ball", "bowl"];
    const detail = { board: [row, row, row], bones: [{ cell: 0, value: "0.50" }] };
    view.happen?.(
      happening("1", "round", { round: { game: "slot", bet: 10, payout: 20, params: {}, detail } }),
    );
    expect(seen()).toContain("0.5");
  });

  it("hides at once when the consent is withdrawn, and leaves other games out", () => {
    view = openRound(document.body);
    view.update(stateOf(options, { member: "rory" }), true);
    view.happen?.(happening("1", "round", { round: { ...dice, game: "limbo" } }));
    expect(seen()).toBe("");
    view.happen?.(happening("2", "round", { round: dice }));
    view.update(stateOf(options, { member: null }), true);
    expect(seen()).toBe("");
  });
});

it("lower third: a typed line before what comes next, each until its end", () => {
  view = openLowerThird(document.body);
  const next = { what: "giveaway_ends", title: "Friday drop", at: at(192) };
  const options = { kind: "lower_third", showsNext: true };
  view.update(stateOf(options, { line: { text: "Back at nine", endsAt: at(10) }, next }), true);
  expect(seen()).toContain("Back at nine");
  vi.advanceTimersByTime(10_000);
  expect(seen()).toContain("3:02");
  view.update(stateOf({ ...options, showsNext: false }, { line: null, next }), true);
  expect(seen()).toBe("");
});

it("lower third: may be loaded again at a change, and after some minutes of the same", () => {
  view = openLowerThird(document.body);
  const next = { what: "giveaway_ends", title: "Friday drop", at: at(3_600) };
  const options = { kind: "lower_third", showsNext: true };
  expect(view.isQuiet()).toBe(true);
  view.update(stateOf(options, { line: null, next }), true);
  expect(view.isQuiet()).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(view.isQuiet()).toBe(false);
  vi.advanceTimersByTime(180_000);
  expect(view.isQuiet()).toBe(true);
  view.update(stateOf(options, { line: { text: "Back at nine", endsAt: at(600) }, next }), true);
  vi.advanceTimersByTime(2_000);
  expect(view.isQuiet()).toBe(false);
});

it("banner: shows an example at once, also during its rest", () => {
  view = openBanner(document.body);
  const options = { kind: "banner", scenes: ["site"], sceneSeconds: 4, restSeconds: 60 };
  const facts = { challenges: [], giveaways: [], board: { cycle: "week", leaderboard: [] } };
  const drawn = { id: "0", title: "Hat", prize: "A hat", startTime: at(-60), endTime: at(0) };
  view.update(stateOf(options, facts), true);
  vi.advanceTimersByTime(5_000);
  expect(bannerPlate()?.hidden).toBe(true);
  const winner = { username: "Example member" };
  const example = readState({
    isTest: true,
    source: { options },
    facts: { ...facts, giveaways: [{ ...drawn, status: "ended", winner }] },
  });
  if (example !== null) view.update(example, true);
  expect(bannerPlate()?.hidden).toBe(false);
  expect(bannerPlate()?.textContent).toContain("Example member");
});

it("goal: shows how far it is, and that it is reached", () => {
  view = openGoal(document.body);
  const options = {
    kind: "goal",
    title: "To the moon",
    counts: "points",
    target: 1_000,
    startsAt: 500,
  };
  view.update(stateOf(options, { value: 1_000 }), true);
  for (const text of ["To the moon", "500", "50%", "of 1,000 points"])
    expect(seen()).toContain(text);
  view.update(stateOf(options, { value: 1_500 }), true);
  expect(seen()).toContain("Goal reached");
});

it("ticker: shows what members do, masked names included", () => {
  view = openTicker(document.body);
  const options = { kind: "ticker", shows: ["claim", "win"], leastMultiplier: 10, itemSeconds: 5 };
  const item = { id: "1", at: NOW, kind: "claim", name: "ro***", isNamed: false, amount: 10 };
  view.update(stateOf(options, { items: [] }), true);
  expect(seen()).toBe("");
  view.update(stateOf(options, { items: [item] }), true);
  expect(seen()).toContain("ro***");
  expect(seen()).toContain("+10points");
});
