import {
  banner,
  bannerLong,
  GERMAN,
  giveaway,
  happening,
  hunt,
  inMs,
  items,
  LONG_NAME,
  PRIZE,
  place,
  podium,
  RTL_NAME,
  round,
  slotLoss,
  slotWin,
  state,
  won,
} from "./examples.mjs";

/** Plates of other proportions, for the other arrangements. */
const OTHER_PLATES = {
  giveaway: { wide: [300, 820, 1320, 240], tall: [40, 40, 420, 450] },
  hunt: { wide: [300, 820, 1320, 270] },
};

/** Every source in every state that it may have to show. */
export const scenarios = () => [
  ...["site", "challenges", "giveaways", "points", "sign_up"].flatMap((scene) => [
    {
      name: `banner-${scene}`,
      kind: "banner",
      steps: [{ state: state("banner", banner(), { options: { scenes: [scene] } }), wait: 3_000 }],
    },
    {
      name: `banner-${scene}-long`,
      kind: "banner",
      steps: [{ state: bannerLong([scene]), wait: 3_000 }],
    },
  ]),
  {
    name: "lower-third-line",
    kind: "lower_third",
    steps: [
      {
        state: state("lower_third", {
          line: { text: "Bonus hunt starts at 8 pm", endsAt: inMs(60_000) },
          next: null,
        }),
        wait: 900,
      },
    ],
  },
  {
    name: "lower-third-long",
    kind: "lower_third",
    steps: [
      {
        state: state("lower_third", {
          line: {
            text: `${GERMAN} beginnt gleich, bitte alle Tickets bis spätestens zwanzig Uhr einlösen und dranbleiben!`,
            endsAt: inMs(60_000),
          },
          next: null,
        }),
        wait: 900,
      },
    ],
  },
  {
    name: "lower-third-next",
    kind: "lower_third",
    steps: [
      {
        state: state("lower_third", {
          line: null,
          next: { what: "giveaway_ends", title: "Steam gift card $50", at: inMs(192_000) },
        }),
        wait: 900,
      },
    ],
  },
  {
    name: "ticker",
    kind: "ticker",
    steps: [{ state: state("ticker", { items: items() }), wait: 900 }],
  },
  {
    name: "ticker-one",
    kind: "ticker",
    steps: [{ state: state("ticker", { items: items().slice(0, 1) }), wait: 900 }],
  },
  {
    name: "podium",
    kind: "podium",
    steps: [
      {
        state: state(
          "podium",
          podium(
            place("rory_the_dawg", 52_100),
            place("mira 🦊", 41_002),
            place("ka***", 9_900, false),
          ),
        ),
        wait: 1_200,
      },
    ],
  },
  {
    name: "podium-long",
    kind: "podium",
    steps: [
      {
        state: state(
          "podium",
          {
            ...podium(place(LONG_NAME, 1_252_100.5), place(RTL_NAME, 941_002.25), place("jo", 9.5)),
            board: "wagers",
          },
          { locale: "de-DE" },
        ),
        wait: 1_200,
      },
    ],
  },
  {
    name: "podium-two",
    kind: "podium",
    steps: [
      { state: state("podium", podium(place("rory", 52_100), place("mira", 41_002))), wait: 1_200 },
    ],
  },
  {
    name: "giveaway-open",
    kind: "giveaway",
    steps: [{ state: state("giveaway", giveaway({})), wait: 1_200 }],
  },
  {
    name: "giveaway-long",
    kind: "giveaway",
    steps: [
      {
        state: state(
          "giveaway",
          giveaway({ prize: PRIZE, tickets: 1_234_567, entryCost: 0, endsAt: inMs(200_000_000) }),
          { site: { address: "community.streamer-name.example" }, locale: "de-DE" },
        ),
        wait: 1_200,
      },
    ],
  },
  ...Object.entries(OTHER_PLATES.giveaway).flatMap(([shape, plate]) => [
    {
      name: `giveaway-${shape}`,
      kind: "giveaway",
      steps: [{ state: state("giveaway", giveaway({}), { plate }), wait: 1_200 }],
    },
    {
      name: `giveaway-${shape}-long`,
      kind: "giveaway",
      steps: [{ state: state("giveaway", giveaway({ prize: PRIZE }), { plate }), wait: 1_200 }],
    },
    {
      name: `giveaway-${shape}-run`,
      kind: "giveaway",
      steps: [{ state: state("giveaway", won({}), { plate }), wait: 2_000 }],
    },
    {
      name: `giveaway-${shape}-winner`,
      kind: "giveaway",
      steps: [{ state: state("giveaway", won({}), { plate }), wait: 6_500 }],
    },
  ]),
  {
    name: "giveaway-last-minute",
    kind: "giveaway",
    steps: [{ state: state("giveaway", giveaway({ endsAt: inMs(42_000) })), wait: 1_200 }],
  },
  {
    name: "giveaway-upcoming",
    kind: "giveaway",
    steps: [
      {
        state: state(
          "giveaway",
          giveaway({
            status: "upcoming",
            startsAt: inMs(700_000),
            endsAt: inMs(9_000_000),
            tickets: 0,
            entrants: 0,
          }),
        ),
        wait: 1_200,
      },
    ],
  },
  {
    name: "giveaway-drawing",
    kind: "giveaway",
    steps: [{ state: state("giveaway", giveaway({ status: "drawing" })), wait: 1_200 }],
  },
  {
    name: "giveaway-run",
    kind: "giveaway",
    steps: [{ state: state("giveaway", won({})), wait: 2_000 }],
  },
  {
    name: "giveaway-winner",
    kind: "giveaway",
    steps: [{ state: state("giveaway", won({})), wait: 5_600 }],
  },
  {
    name: "giveaway-winner-long",
    kind: "giveaway",
    steps: [{ state: state("giveaway", won({ winner: LONG_NAME, prize: PRIZE })), wait: 7_500 }],
  },
  {
    name: "giveaway-no-winner",
    kind: "giveaway",
    steps: [{ state: state("giveaway", won({ winner: null, winningTicket: null })), wait: 1_200 }],
  },
  {
    name: "giveaway-cancelled",
    kind: "giveaway",
    steps: [{ state: state("giveaway", won({ status: "cancelled", winner: null })), wait: 1_200 }],
  },
  { name: "hunt", kind: "hunt", steps: [{ state: state("hunt", hunt({})), wait: 1_200 }] },
  {
    name: "hunt-wide",
    kind: "hunt",
    steps: [{ state: state("hunt", hunt({}), { plate: OTHER_PLATES.hunt.wide }), wait: 1_200 }],
  },
  {
    name: "hunt-wide-preparing",
    kind: "hunt",
    steps: [
      {
        state: state("hunt", hunt({ status: "preparing", opened: 0, current: null }), {
          plate: OTHER_PLATES.hunt.wide,
        }),
        wait: 1_200,
      },
    ],
  },
  {
    name: "podium-row",
    kind: "podium",
    steps: [
      {
        state: state(
          "podium",
          podium(place("rory_the_dawg", 52_100), place(LONG_NAME, 41_002), place("jo", 9_900)),
          { plate: [300, 900, 1320, 190] },
        ),
        wait: 1_200,
      },
    ],
  },
  {
    name: "hunt-opened",
    kind: "hunt",
    steps: [
      { state: state("hunt", hunt({})), wait: 700 },
      {
        state: state(
          "hunt",
          hunt({
            opened: 13,
            won: 2_904.2,
            profit: 404.2,
            average: 65.1,
            last: { name: "Sweet Bonanza 1000", times: 550, win: 1_100 },
            best: { name: "Sweet Bonanza 1000", times: 550, win: 1_100 },
          }),
        ),
        wait: 1_500,
      },
    ],
  },
  {
    name: "hunt-preparing",
    kind: "hunt",
    steps: [
      {
        state: state(
          "hunt",
          hunt({
            status: "preparing",
            opened: 0,
            won: 0,
            profit: -2_500,
            average: 0,
            current: null,
            best: null,
            last: null,
          }),
        ),
        wait: 1_200,
      },
    ],
  },
  {
    name: "hunt-complete",
    kind: "hunt",
    steps: [
      {
        state: state(
          "hunt",
          hunt({
            status: "completed",
            opened: 40,
            won: 3_804.2,
            profit: 1_304.2,
            average: 95,
            current: null,
          }),
        ),
        wait: 1_200,
      },
    ],
  },
  { name: "goal", kind: "goal", steps: [{ state: state("goal", { value: 31_240 }), wait: 1_700 }] },
  {
    name: "goal-long",
    kind: "goal",
    steps: [
      {
        state: state(
          "goal",
          { value: 931_240_000 },
          {
            locale: "de-DE",
            options: {
              title: "Gemeinschaftsziel: ein neues Studio mit zwei Kameras und Licht",
              target: 999_000_000_000,
            },
          },
        ),
        wait: 1_700,
      },
    ],
  },
  {
    name: "goal-reached",
    kind: "goal",
    steps: [
      { state: state("goal", { value: 31_240 }), wait: 500 },
      { state: state("goal", { value: 50_010 }), wait: 1_500 },
    ],
  },
  {
    name: "alerts-win",
    kind: "alerts",
    steps: [
      { state: state("alerts", {}), wait: 100 },
      {
        happening: happening("win", { title: "Downunder Dawgs", amount: 10_000, multiplier: 100 }),
        wait: 1_300,
      },
    ],
  },
  {
    name: "alerts-winner",
    kind: "alerts",
    steps: [
      { state: state("alerts", {}), wait: 100 },
      {
        happening: happening("winner", { title: "Steam gift card $50", name: "mira 🦊" }),
        wait: 1_300,
      },
    ],
  },
  {
    name: "alerts-winner-long",
    kind: "alerts",
    steps: [
      { state: state("alerts", {}), wait: 100 },
      { happening: happening("winner", { title: PRIZE, name: LONG_NAME }), wait: 3_500 },
    ],
  },
  {
    name: "alerts-tall-winner-long",
    kind: "alerts",
    steps: [
      { state: state("alerts", {}, { plate: [700, 180, 480, 450] }), wait: 100 },
      { happening: happening("winner", { title: PRIZE, name: LONG_NAME }), wait: 3_500 },
    ],
  },
  {
    name: "alerts-challenge",
    kind: "alerts",
    steps: [
      { state: state("alerts", {}), wait: 100 },
      {
        happening: happening("challenge", {
          title: "Hit 500x on Gates of Olympus",
          amount: 500,
          name: "ka***",
          isNamed: false,
        }),
        wait: 1_300,
      },
    ],
  },
  {
    name: "alerts-linked",
    kind: "alerts",
    steps: [
      { state: state("alerts", {}), wait: 100 },
      { happening: happening("linked", { name: RTL_NAME }), wait: 1_300 },
    ],
  },
  {
    name: "round-slot-win",
    kind: "round",
    steps: [
      { state: state("round", { member: "rory" }), wait: 100 },
      { happening: slotWin, wait: 3_600 },
    ],
  },
  {
    name: "round-slot-spin",
    kind: "round",
    steps: [
      { state: state("round", { member: "rory" }), wait: 100 },
      { happening: slotLoss, wait: 800 },
    ],
  },
  {
    name: "round-slot-loss",
    kind: "round",
    steps: [
      { state: state("round", { member: "rory" }), wait: 100 },
      { happening: slotLoss, wait: 3_600 },
    ],
  },
  {
    name: "round-dice-win",
    kind: "round",
    steps: [
      { state: state("round", { member: "rory" }), wait: 100 },
      {
        happening: round(
          "dice",
          100,
          200,
          { target: 50.5, direction: "over" },
          { roll: "73.21", won: true },
        ),
        wait: 2_600,
      },
    ],
  },
  {
    name: "round-dice-loss",
    kind: "round",
    steps: [
      { state: state("round", { member: "rory" }), wait: 100 },
      {
        happening: round(
          "dice",
          100,
          0,
          { target: 10, direction: "under" },
          { roll: "99.99", won: false },
        ),
        wait: 2_600,
      },
    ],
  },
  {
    name: "round-limbo",
    kind: "round",
    steps: [
      { state: state("round", { member: "rory" }), wait: 100 },
      {
        happening: round("limbo", 100, 342, { target: "3.42" }, { result: "1500.00", won: true }),
        wait: 2_600,
      },
    ],
  },
  {
    name: "round-plain",
    kind: "round",
    steps: [
      { state: state("round", { member: "rory" }), wait: 100 },
      { happening: round("slot", 100, 200, {}, {}), wait: 1_600 },
    ],
  },
];
