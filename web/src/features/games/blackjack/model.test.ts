import { describe, expect, it } from "vitest";
import vectors from "../common/checker/round-vectors.json";
import type { Round } from "../common/queries";
import { announce } from "./announce";
import { countHand, readCard, readCards, totalSaid, totalText } from "./cards";
import {
  averageReturn,
  feltOf,
  insuranceCost,
  momentsOf,
  naturalReturn,
  readBlackjackRound,
  verdictOf,
} from "./model";
import { hardRows, placeOnChart, softRows } from "./strategy";

function record(part: Partial<Round>): Round {
  return {
    id: "r1",
    game: "blackjack",
    pairId: "p1",
    nonce: 0,
    createdAt: "2025-11-21T10:00:00Z",
    staked: 10,
    payout: 0,
    result: null,
    rulesHash: "h",
    params: { bet: 10 },
    detail: {},
    ...part,
  };
}

/** The open view that the server would give after a step of a published round. */
function openView(step: { player: string[]; phase: string }, dealer: string[], bet: number): Round {
  const { phase, player } = step;
  const actions = phase === "insurance" ? ["insure", "decline"] : ["hit", "stand", "double"];
  const detail = { phase, player, dealer: dealer.slice(0, 1), insurance: 0, staked: bet, actions };
  return record({ params: { bet }, staked: bet, detail });
}

function cardsOf(texts: readonly string[]) {
  const cards = readCards(texts);
  if (cards === null) throw new Error(`${texts.join(" ")} are no cards.`);
  return cards;
}

const ended = vectors.blackjack.filter(({ expect: stated }) => stated.phase === "done");

describe("the published rounds", () => {
  it("are enough to tell", () => {
    expect(ended.length).toBeGreaterThan(20);
  });

  it.each(ended)("$id: $tags", ({ params, expect: stated }) => {
    const { bet } = params;
    const { staked, payout } = stated;
    const round = readBlackjackRound(
      record({ params: { bet }, detail: stated, staked, payout, result: "win" }),
    );
    if (round === null) throw new Error("A published round must be readable.");
    for (const step of stated.steps) expect(countHand(cardsOf(step.player)).total).toBe(step.total);
    expect(countHand(round.player).total).toBe(stated.player_total);
    expect(countHand(round.dealer).total).toBe(stated.dealer_total);
    expect(round.isDoubled).toBe(stated.steps.some(({ action }) => action === "double"));
    expect(verdictOf(round)?.net).toBe(payout - staked);

    // Played through, the cards come one by one and end as the server says they lie.
    let before = null;
    let known = 0;
    for (const step of stated.steps) {
      const next =
        step.phase === "done" ? round : readBlackjackRound(openView(step, stated.dealer, bet));
      if (next === null) throw new Error("Every step must be readable.");
      for (const felt of momentsOf(next, before)) {
        const cards = felt.player.length + felt.dealer.length + (felt.hasHole ? 1 : 0);
        // One more card, or the hole card turned over.
        expect([known, known + 1]).toContain(cards);
        if (felt.hasHole) expect(felt.dealer).toHaveLength(1);
        known = cards;
      }
      const last = momentsOf(next, before).at(-1);
      if (last !== undefined) expect(last).toEqual(feltOf(next));
      before = next;
    }
    expect(known).toBe(round.player.length + round.dealer.length);
  });
});

describe("an open round", () => {
  const open = openView({ player: ["7S", "AD"], phase: "play" }, ["9H", "KC"], 10);

  it("has the up card alone", () => {
    const round = readBlackjackRound(open);
    expect(round).toMatchObject({
      isOpen: true,
      outcome: null,
      dealer: [{ rank: "9", suit: "H" }],
    });
    expect(round === null ? null : feltOf(round).hasHole).toBe(true);
    expect(round === null ? null : announce(round)).toBe(
      "You have soft 18. Dealer shows the nine of hearts.",
    );
  });

  it("adds only the new card after a hit", () => {
    const before = readBlackjackRound(open);
    const after = readBlackjackRound(
      openView({ player: ["7S", "AD", "5C"], phase: "play" }, ["9H"], 10),
    );
    if (after === null) throw new Error("It must be readable.");
    expect(momentsOf(after, before)).toHaveLength(1);
  });

  it.each([
    { game: "mines" },
    { params: { bet: "10" } },
    { detail: { ...open.detail, phase: "over" } },
    { detail: { ...open.detail, player: ["7S", "AX"] } },
    { detail: { ...open.detail, player: ["7S"] } },
    // Two dealer cards in an open round would show what is hidden.
    { detail: { ...open.detail, dealer: ["9H", "KC"] } },
    { detail: { ...open.detail, phase: "done" } },
  ])("of another shape is none: %j", (part) => {
    expect(readBlackjackRound({ ...open, ...part })).toBeNull();
  });
});

describe("hands", () => {
  it.each([
    [["AS", "6D"], "7/17", "soft 17"],
    [["AS", "AD"], "2/12", "soft 12"],
    [["AS", "KD"], "21", "21"],
    [["AS", "6D", "TC"], "17", "17"],
    [["AS", "AD", "9C"], "21", "21"],
    [["TS", "6D", "8C"], "24", "24"],
  ])("%j counts %s", (cards, text, said) => {
    const hand = countHand(cardsOf(cards));
    expect(totalText(hand)).toBe(text);
    expect(totalSaid(hand)).toBe(said);
  });

  it("reads nothing but cards", () => {
    expect(readCard("TD")).toEqual({ rank: "T", suit: "D" });
    for (const text of ["10D", "1S", "AX", "", "A", 4]) expect(readCard(text)).toBeNull();
  });
});

describe("what games.md states", () => {
  it.each([
    [1, "97.342", "97.303"],
    [2, "99.667", "99.628"],
    [3, "98.892", "98.853"],
    [5, "99.202", "99.163"],
    [99, "99.643", "99.604"],
    [100, "99.667", "99.628"],
  ])("bet %i returns %s%% at best and %s%% by the chart", (bet, optimal, chart) => {
    expect(averageReturn(bet, "optimal")).toBe(optimal);
    expect(averageReturn(bet, "chart")).toBe(chart);
  });

  it("drops half points", () => {
    expect([1, 10, 25].map(insuranceCost)).toEqual([0, 5, 12]);
    expect([1, 10, 99].map(naturalReturn)).toEqual([2, 25, 247]);
  });
});

describe("the strategy chart", () => {
  // The chart as published, row by row for the dealer's 2 to ace.
  const published: Record<string, string> = {
    "hard 4": "hhhhhhhhhh",
    "hard 7": "hhhhhhhhhh",
    "hard 8": "hhhddhhhhh",
    "hard 9": "dddddhhhhh",
    "hard 10": "ddddddddhh",
    "hard 11": "dddddddddd",
    "hard 12": "hhssshhhhh",
    "hard 13": "ssssshhhhh",
    "hard 16": "ssssshhhhh",
    "hard 17": "ssssssssss",
    "hard 20": "ssssssssss",
    "soft 12": "hhhddhhhhh",
    "soft 13": "hhdddhhhhh",
    "soft 16": "hhdddhhhhh",
    "soft 17": "dddddhhhhh",
    "soft 18": "sddddsshhs",
    "soft 19": "ssssdsssss",
    "soft 20": "ssssssssss",
  };
  it.each(Object.entries(published))("%s", (name, plays) => {
    const [kind, total] = name.split(" ");
    const rows = kind === "soft" ? softRows : hardRows;
    const row = rows.find(({ from, to }) => Number(total) >= from && Number(total) <= to);
    expect(row?.plays).toBe(plays.toUpperCase());
  });

  it("finds the hand in play", () => {
    const place = placeOnChart(cardsOf(["AS", "7D"]), { rank: "K", suit: "C" });
    expect(place).toEqual({ isSoft: true, row: 3, column: 8 });
    expect(placeOnChart(cardsOf(["5S", "6D"]), { rank: "A", suit: "C" })).toEqual({
      isSoft: false,
      row: 4,
      column: 9,
    });
  });
});

describe("results in words", () => {
  it("say what insurance did", () => {
    const stated = ended.find(
      ({ expect: { insurance, insurance_return } }) => insurance === 5 && insurance_return === 15,
    );
    if (stated === undefined) throw new Error("There is such a round.");
    const { staked, payout } = stated.expect;
    const round = readBlackjackRound(
      record({ detail: stated.expect, staked, payout, result: "push" }),
    );
    if (round === null) throw new Error("It must be readable.");
    expect(verdictOf(round)).toEqual({
      title: "Dealer has blackjack",
      net: 0,
      tone: "even",
      lines: ["Insurance returned 15"],
    });
    expect(announce(round)).toContain("no points won or lost. Insurance returned 15.");
  });
});
