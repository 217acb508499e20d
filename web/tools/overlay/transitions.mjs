import {
  giveaway,
  happening,
  hunt,
  inMs,
  items,
  place,
  podium,
  round,
  slotWin,
  state,
  won,
} from "./examples.mjs";

/** Transitions: the steps before the frames, and the one that starts it. */
export const transitions = () => {
  const before = state(
    "podium",
    podium(place("rory", 52_100), place("mira", 51_002), place("jo", 9_900)),
  );
  return [
    {
      name: "lower-third-in",
      kind: "lower_third",
      before: [],
      step: {
        state: state("lower_third", {
          line: { text: "Bonus hunt starts at 8 pm", endsAt: inMs(60_000) },
          next: null,
        }),
      },
      every: 70,
    },
    {
      name: "lower-third-out",
      kind: "lower_third",
      before: [
        {
          state: state("lower_third", {
            line: { text: "Bonus hunt starts at 8 pm", endsAt: inMs(60_000) },
            next: null,
          }),
          wait: 900,
        },
      ],
      step: { state: state("lower_third", { line: null, next: null }) },
      every: 45,
    },
    {
      name: "lower-third-clock",
      kind: "lower_third",
      before: [
        {
          state: state("lower_third", {
            line: null,
            next: { what: "giveaway_ends", title: "Steam gift card $50", at: inMs(192_000) },
          }),
          wait: 1_200,
        },
      ],
      step: null,
      every: 130,
    },
    {
      name: "ticker-in",
      kind: "ticker",
      before: [],
      step: { state: state("ticker", { items: items() }) },
      every: 80,
    },
    {
      name: "ticker-step",
      kind: "ticker",
      before: [
        {
          state: state("ticker", { items: items() }, { options: { itemSeconds: 2 } }),
          wait: 1_850,
        },
      ],
      step: null,
      every: 100,
    },
    {
      name: "podium-change",
      kind: "podium",
      before: [{ state: before, wait: 1_200 }],
      step: {
        state: state(
          "podium",
          podium(place("mira", 54_000), place("rory", 52_100), place("ka***", 12_000, false)),
        ),
      },
      every: 120,
    },
    {
      name: "giveaway-draw",
      kind: "giveaway",
      before: [],
      step: { state: state("giveaway", won({})) },
      every: 650,
    },
    {
      name: "giveaway-run-stops",
      kind: "giveaway",
      before: [{ state: state("giveaway", won({})), wait: 2_700 }],
      step: null,
      every: 120,
    },
    {
      name: "giveaway-winner",
      kind: "giveaway",
      before: [{ state: state("giveaway", won({})), wait: 4_000 }],
      step: null,
      every: 120,
    },
    {
      name: "giveaway-exchange",
      kind: "giveaway",
      before: [{ state: state("giveaway", giveaway({})), wait: 1_200 }],
      step: { state: state("giveaway", giveaway({ status: "drawing" })) },
      every: 70,
    },
    {
      name: "hunt-opening",
      kind: "hunt",
      before: [{ state: state("hunt", hunt({})), wait: 900 }],
      step: {
        state: state(
          "hunt",
          hunt({
            opened: 13,
            won: 2_904.2,
            profit: 404.2,
            average: 65.1,
            last: { name: "Sweet Bonanza 1000", times: 550, win: 1_100 },
          }),
        ),
      },
      every: 110,
    },
    {
      name: "goal-reached",
      kind: "goal",
      before: [{ state: state("goal", { value: 31_240 }), wait: 1_600 }],
      step: { state: state("goal", { value: 50_010 }) },
      every: 160,
    },
    {
      name: "alert-in",
      kind: "alerts",
      before: [{ state: state("alerts", {}), wait: 200 }],
      step: {
        happening: happening("win", { title: "Downunder Dawgs", amount: 10_000, multiplier: 100 }),
      },
      every: 110,
    },
    {
      name: "alert-out",
      kind: "alerts",
      before: [
        { state: state("alerts", {}, { options: { seconds: 3 } }), wait: 200 },
        { happening: happening("linked", {}), wait: 2_900 },
      ],
      step: null,
      every: 60,
    },
    {
      name: "limbo-round",
      kind: "round",
      before: [{ state: state("round", { member: "rory" }), wait: 200 }],
      step: {
        happening: round("limbo", 100, 342, { target: "3.42" }, { result: "1500.00", won: true }),
      },
      every: 200,
    },
    {
      name: "slot-round",
      kind: "round",
      before: [{ state: state("round", { member: "rory" }), wait: 200 }],
      step: { happening: { ...slotWin, id: "slot-frames" } },
      every: 330,
    },
    {
      name: "dice-round",
      kind: "round",
      before: [{ state: state("round", { member: "rory" }), wait: 200 }],
      step: {
        happening: round(
          "dice",
          100,
          200,
          { target: 50.5, direction: "over" },
          { roll: "73.21", won: true },
        ),
      },
      every: 200,
    },
  ];
};
