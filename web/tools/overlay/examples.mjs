// States of the overlay's sources for pictures and measurements.
const THEME =
  "--accent:#f2c24d;--pale:255, 240, 191;--light:245, 215, 127;--gold:236, 192, 76;--deep:185, 127, 25;--deepest:122, 77, 12;--edge:80, 45, 0;--ink:42, 26, 5";

export const inMs = (ms) => new Date(Date.now() + ms).toISOString();

export const site = {
  name: "Pointhouse",
  mark: "",
  address: "pointhouse.example",
  promoCode: "POINTHOUSE",
  casinoName: "Casino",
  pointsName: "points",
  pointsOne: "point",
  accent: "#f2c24d",
  timezone: "UTC",
  theme: THEME,
};

/** Where the editor puts each kind. */
const PLATES = {
  banner: [250, 740, 1420, 310],
  lower_third: [80, 880, 1000, 120],
  ticker: [0, 1000, 1920, 80],
  podium: [1400, 40, 480, 360],
  giveaway: [40, 40, 560, 320],
  hunt: [40, 380, 480, 320],
  goal: [560, 40, 800, 120],
  alerts: [560, 180, 800, 260],
  round: [1400, 620, 480, 340],
};

const OPTIONS = {
  banner: {
    scenes: ["site", "challenges", "giveaways", "points", "sign_up"],
    // A scene must still be there when its picture is taken.
    sceneSeconds: 30,
    restSeconds: 60,
  },
  lower_third: { showsNext: true },
  ticker: { shows: ["win", "claim", "purchase", "member"], leastMultiplier: 10, itemSeconds: 6 },
  podium: { board: "points" },
  giveaway: {},
  hunt: {},
  goal: {
    counts: "points",
    title: "Community goal: a new set",
    target: 50_000,
    number: 0,
    startsAt: 0,
  },
  alerts: { shows: ["winner", "challenge", "win", "linked"], leastMultiplier: 50, seconds: 8 },
  round: { member: "rory", games: ["slot", "dice", "limbo"], hideAfterSeconds: 20 },
};

export function state(
  kind,
  facts,
  { plate, locale = "en-US", options = {}, site: more = {}, build = "1" } = {},
) {
  const [x, y, width, height] = plate ?? PLATES[kind];
  return {
    build,
    now: new Date().toISOString(),
    isTest: false,
    source: {
      id: "k3v9x2m1",
      name: kind,
      x,
      y,
      width,
      height,
      accent: "",
      volume: 0,
      locale,
      options: { kind, ...OPTIONS[kind], ...options },
    },
    site: { ...site, ...more },
    facts: { kind, ...facts },
  };
}

let count = 0;
export function happening(kind, fields = {}) {
  count += 1;
  return {
    id: `h${count}`,
    at: new Date().toISOString(),
    kind,
    name: "rory_the_dawg",
    isNamed: true,
    title: "",
    amount: 0,
    multiplier: 0,
    isTest: false,
    ...fields,
  };
}

export const LONG_NAME = "WWWWMMMM_longest_name_24";
export const RTL_NAME = "عبدالرحمن_الحسيني";
export const PRIZE =
  "A weekend in Las Vegas for two with flights, hotel, breakfast, a show of your choice and 2,500 dollars to spend freely 🎲";
export const GERMAN = "Donaudampfschifffahrtsgesellschaftskapitänsmützenverlosung";

export const items = () => [
  happening("win", { title: "Dice", amount: 5_000, multiplier: 50 }),
  happening("claim", { name: "ka***", isNamed: false, amount: 50 }),
  happening("purchase", { name: "mira 🦊", title: "Shout-out on stream", amount: 1_500 }),
  happening("member", { name: RTL_NAME }),
  happening("win", {
    name: LONG_NAME,
    title: "Downunder Dawgs",
    amount: 1_250_000,
    multiplier: 100,
  }),
  happening("purchase", { name: "jo", title: GERMAN, amount: 250 }),
];

export const giveaway = (fields) => ({
  giveaway: {
    id: "g1",
    title: "Friday giveaway",
    prize: "Steam gift card $50",
    status: "active",
    startsAt: inMs(-600_000),
    endsAt: inMs(192_000),
    endedAt: null,
    tickets: 1_284,
    entrants: 312,
    entryCost: 50,
    winner: null,
    winnerIsNamed: false,
    winningTicket: null,
    proofPath: "/giveaways/g1/proof",
    ...fields,
  },
});
export const won = (fields) =>
  giveaway({
    status: "ended",
    endsAt: inMs(-1_000),
    endedAt: inMs(-1_000),
    winner: "rory_the_dawg",
    winnerIsNamed: true,
    winningTicket: 742,
    ...fields,
  });

export const hunt = (fields) => ({
  hunt: {
    id: "h1",
    name: "Sunday hunt",
    status: "active",
    starting: 2_500,
    won: 1_804.2,
    profit: -695.8,
    opened: 12,
    total: 40,
    required: 62.4,
    average: 45.12,
    current: { name: "Sweet Bonanza 1000", provider: "Pragmatic Play", bet: 2, caller: "rory" },
    best: { name: "Gates of Olympus", times: 321.5, win: 643 },
    last: { name: "Wanted Dead or a Wild", times: 88.4, win: 176.8 },
    ...fields,
  },
});

export const place = (name, amount, isNamed = true) => ({ name, amount, isNamed });
export const podium = (...places) => ({ board: "points", cycle: "month", places });

export const round = (game, bet, payout, params, detail) =>
  happening("round", {
    title: { slot: "Downunder Dawgs", dice: "Dice", limbo: "Limbo" }[game],
    multiplier: payout / bet,
    round: { game, bet, payout, params, detail },
  });
export const slotWin = round(
  "slot",
  50,
  600,
  { bet: 50 },
  {
    board: [
      ["kelpie", "bone", "ball", "bowl", "dingo"],
      ["paw", "dingo", "bone", "kelpie", "bone"],
      ["boomerang", "ball", "kelpie", "bone", "collar"],
    ],
    bones: [
      { cell: 1, value: "2.00" },
      { cell: 7, value: "4.00" },
      { cell: 9, value: "3.50" },
      { cell: 13, value: "2.50" },
    ],
    label: "GREAT WIN",
    multiplier: "12.00",
    payout: 600,
  },
);
export const slotLoss = round(
  "slot",
  50,
  0,
  { bet: 50 },
  {
    board: [
      ["kelpie", "hat", "ball", "bowl", "dingo"],
      ["paw", "dingo", "collar", "kelpie", "hat"],
      ["boomerang", "ball", "kelpie", "paw", "collar"],
    ],
    bones: [],
    label: null,
    multiplier: "0.00",
    payout: 0,
  },
);

export const challenges = [
  {
    title: "Hit 500x on Gates of Olympus",
    provider: "Pragmatic Play",
    reward: "$100",
    minBet: "$0.20",
    multiplier: "500x",
    completed: false,
  },
  {
    title: "Full screen of wilds",
    provider: "Hacksaw",
    reward: "$50",
    minBet: "$0.40",
    multiplier: "100x",
    completed: false,
  },
];
const bannerGiveaway = (fields) => {
  const { startsAt, endsAt, ...row } = giveaway(fields).giveaway;
  return { ...row, startTime: startsAt, endTime: endsAt, entryType: "points" };
};
export const banner = (fields) => ({
  challenges,
  giveaways: [
    bannerGiveaway({ id: "g1" }),
    bannerGiveaway({ id: "g2", prize: "Headset", entryCost: 500, endsAt: inMs(90_000_000) }),
  ],
  board: {
    cycle: "month",
    leaderboard: [
      { username: "rory", totalPoints: 5_210 },
      { username: "mira", totalPoints: 4_100 },
      { username: "jo", totalPoints: 990 },
    ],
  },
  ...fields,
});

/** The banner with the longest texts of every kind. */
export const bannerLong = (scenes) =>
  state(
    "banner",
    banner({
      challenges: [
        { ...challenges[0], title: GERMAN, reward: "1,250,000 points" },
        { ...challenges[1], title: PRIZE.slice(0, 84), provider: "Provider with a long name Ltd" },
        challenges[1],
      ],
      giveaways: [
        bannerGiveaway({ id: "g1", prize: PRIZE }),
        bannerGiveaway({ id: "g2", prize: GERMAN, entryCost: 1_250_000 }),
        bannerGiveaway({ id: "g3", prize: RTL_NAME, endsAt: inMs(90_000_000) }),
      ],
      board: {
        cycle: "week",
        leaderboard: [
          { username: LONG_NAME, totalPoints: 1_234_567_890 },
          { username: RTL_NAME, totalPoints: 41_000_000 },
          { username: "🎲🦊 emoji_and_more_names", totalPoints: 990 },
        ],
      },
    }),
    {
      options: { scenes },
      site: {
        name: LONG_NAME,
        address: "community.streamer-name.example",
        promoCode: "WWWWMMMMPROMOCODE2026LON",
        casinoName: "A casino with a long name",
      },
    },
  );
