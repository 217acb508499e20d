import { describe, expect, it } from "vitest";
import type { Challenge, Facts, Giveaway } from "./facts";
import {
  contentOf,
  type Moment,
  publicAddress,
  remainingText,
  SCENE_MS,
  type Scene,
  scenes,
} from "./scenes";

const now = Date.parse("2026-11-21T10:00:00Z");
const nothing: Facts = { site: null, challenges: null, giveaways: null, board: null };
const site = {
  name: "Pointhouse",
  promoCode: "HOUSE",
  casinoName: "Rainbet",
  mark: "",
  timezone: "Australia/Sydney",
};

const moment = (facts: Partial<Facts>, more: Partial<Moment> = {}): Moment => ({
  facts: { ...nothing, ...facts },
  now,
  turn: 0,
  address: null,
  ...more,
});

const show = (scene: Scene, facts: Partial<Facts>, more: Partial<Moment> = {}) =>
  contentOf(scene, moment(facts, more));

const challenge = (title: string, more: Partial<Challenge> = {}): Challenge => ({
  title,
  provider: "Nolimit City",
  reward: "$25",
  minBet: "$0.20",
  multiplier: "500x",
  completed: false,
  ...more,
});

const giveaway = (title: string, more: Partial<Giveaway> = {}): Giveaway => ({
  id: "1",
  title,
  prize: "",
  startsAt: now - 1,
  endsAt: now + 60_000,
  isEnded: false,
  isFree: true,
  entryCost: 0,
  ticketCount: 0,
  winner: null,
  ...more,
});

const titlesOf = (content: ReturnType<typeof contentOf>) =>
  content.side.kind === "cards" ? content.side.cards.map(({ title }) => title) : content.side.kind;

it("has five scenes of 4 s in the stated order", () => {
  expect(scenes).toEqual(["intro", "challenges", "giveaways", "points", "signup"]);
  expect(SCENE_MS).toBe(4_000);
});

describe.each([
  ["before the first answer", nothing],
  ["with answers that hold nothing", { site, challenges: [], giveaways: [], board: null }],
])("%s", (_, facts) => {
  it.each(scenes)("%s has its words", (scene) => {
    const { headline, eyebrow, line, side } = show(scene, facts);
    expect([headline, eyebrow, line]).not.toContain("");
    if (scene !== "intro") expect(side.kind).not.toBe("none");
  });
});

it("opens with the site's name and where it is found", () => {
  const intro = show("intro", { site }, { address: "pointhouse.example" });
  expect(intro).toMatchObject({ headline: "Pointhouse", address: "pointhouse.example" });
});

describe("challenges", () => {
  it("shows open ones with reward and terms", () => {
    const content = show("challenges", {
      challenges: [challenge("Mental"), challenge("Done", { completed: true })],
    });
    expect(content).toMatchObject({
      headline: "1 open now",
      side: { cards: [{ title: "Mental", amount: "$25", note: "500x · min $0.20" }] },
    });
  });

  it("shows who made the game when there are no terms", () => {
    const bare = challenge("Mental", { minBet: "", multiplier: "" });
    expect(show("challenges", { challenges: [bare] }).side).toMatchObject({
      cards: [{ note: "Nolimit City" }],
    });
  });

  it("shows all of a long list, three with each turn", () => {
    const challenges = ["a", "b", "c", "d", "e"].map((title) => challenge(title));
    const turns = [0, 1, 2].map((turn) => titlesOf(show("challenges", { challenges }, { turn })));
    expect(turns).toEqual([
      ["a", "b", "c"],
      ["d", "e", "a"],
      ["b", "c", "d"],
    ]);
  });

  it("tells how it goes when all are done", () => {
    const content = show("challenges", { challenges: [challenge("x", { completed: true })] });
    expect(content.side.kind).toBe("steps");
  });
});

describe("giveaways", () => {
  it("shows open ones, the first to end first", () => {
    const content = show("giveaways", {
      giveaways: [
        giveaway("late", { endsAt: now + 3 * 3_600_000 }),
        giveaway("soon", { prize: "$100 cash", isFree: false, entryCost: 1_000 }),
        giveaway("over", { endsAt: now - 1 }),
        giveaway("coming", { startsAt: now + 1 }),
      ],
    });
    expect(content).toMatchObject({
      headline: "2 open now",
      side: {
        cards: [
          { title: "$100 cash", amount: "1,000 points", note: "Ends in 1m" },
          { title: "late", amount: "Free", note: "Ends in 3h 0m" },
        ],
      },
    });
  });

  it("shows what opens next", () => {
    const next = giveaway("next", { startsAt: now + 26 * 3_600_000, endsAt: now + 1e9 });
    expect(show("giveaways", { giveaways: [next] })).toMatchObject({
      headline: "Opening soon",
      side: { cards: [{ title: "next", note: "Opens in 1d 2h" }] },
    });
  });

  it("shows the latest winners when nothing is open", () => {
    const giveaways = [
      giveaway("older", { endsAt: now - 9, isEnded: true, winner: "a***b" }),
      giveaway("newer", { endsAt: now - 5, isEnded: true, winner: "c***d" }),
      giveaway("nobody", { endsAt: now - 1, isEnded: true }),
    ];
    expect(show("giveaways", { giveaways }).side).toMatchObject({
      cards: [
        { title: "newer", amount: "c***d" },
        { title: "older", amount: "a***b" },
      ],
    });
  });

  it("never offers one that has ended since the last answer", () => {
    const giveaways = [giveaway("stale", { endsAt: now })];
    expect(show("giveaways", { giveaways }).side.kind).toBe("steps");
  });
});

describe("points", () => {
  const places = [4_821, 310, 90, 5].map((points, index) => ({ name: `m${index}`, points }));

  it("shows the first three of the month they were told in, by the site's zone", () => {
    // Already December in Sydney.
    const board = { at: Date.parse("2026-11-30T13:30:00Z"), isWeek: false, places };
    const content = show("points", { site, board });
    expect(content.headline).toBe("Top of December");
    expect(content.side).toEqual({
      kind: "places",
      places: [
        { name: "m0", points: "4,821" },
        { name: "m1", points: "310" },
        { name: "m2", points: "90" },
      ],
    });
  });

  it("names a leaderboard that runs by weeks", () => {
    const board = { at: now, isWeek: true, places };
    expect(show("points", { site, board }).headline).toBe("Top of the week");
  });

  it("does not stumble over a zone that the browser does not know", () => {
    const odd = { ...site, timezone: "Moon/Tranquillity" };
    expect(show("points", { site: odd, board: { at: now, isWeek: false, places } }).headline).toBe(
      "Top of November",
    );
  });
});

describe("signup", () => {
  it("carries the code, and the limits with it", () => {
    const content = show("signup", { site });
    expect(content.side).toEqual({ kind: "code", code: "HOUSE", casino: "Rainbet" });
    expect(content.line).toContain("18+");
  });

  it("leads to the site where there is no code", () => {
    const content = show("signup", { site: { ...site, promoCode: "" } });
    expect(content).toMatchObject({ headline: "Join Pointhouse", side: { kind: "steps" } });
  });
});

it("tells the time that is left", () => {
  expect(remainingText(1)).toBe("1m");
  expect(remainingText(59 * 60_000)).toBe("59m");
  expect(remainingText(125 * 60_000)).toBe("2h 5m");
  expect(remainingText(49 * 3_600_000)).toBe("2d 1h");
});

it.each([
  ["pointhouse.example", "pointhouse.example"],
  ["www.pointhouse.example", "pointhouse.example"],
  ["pointhouse.example:8443", "pointhouse.example:8443"],
  ["localhost:3000", null],
  ["127.0.0.1:3000", null],
  ["[::1]:3000", null],
  ["studio.local", null],
])("the address %s is shown as %s", (host, shown) => {
  expect(publicAddress(host)).toBe(shown);
});
