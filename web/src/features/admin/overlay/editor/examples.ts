import * as texts from "../texts/examples.en";
import type { Kind, Source } from "./model";
import type { Facts, Happening, HappeningKind } from "./wire";

// Facts for the preview of sources. None of them is of this site.

const MINUTE_MS = 60_000;
/** Number of happenings in the example of a ticker. */
const ITEMS = 6;
const HOUR_MS = 60 * MINUTE_MS;

/** Examples of each kind; the first one is shown at first. */
export const examplesOf = {
  banner: ["usual", "empty"],
  lower_third: ["line", "next", "empty"],
  ticker: ["usual", "empty"],
  podium: ["usual", "empty"],
  giveaway: ["open", "draw", "winner", "cancelled", "empty"],
  hunt: ["usual", "preparing", "done", "empty"],
  goal: ["half", "start", "reached"],
  alerts: ["usual"],
  round: ["usual", "empty"],
} as const satisfies Readonly<Record<Kind, readonly (keyof typeof texts.exampleNames)[]>>;

const at = (now: number, ms: number) => new Date(now + ms).toISOString();

const [ada, ben, cleo, dan, eve] = texts.names;

function bannerFacts(isEmpty: boolean, now: number): Facts {
  const challenge = {
    id: "1",
    title: texts.challengeTitle,
    task: texts.challengeTask,
    description: "",
    difficulty: "Medium",
    image: "",
    minBet: "1",
    multiplier: "100",
    provider: texts.provider,
    reward: "",
    rewardPoints: 500,
    completed: false,
  };
  const giveaway = {
    id: "1",
    title: texts.giveawayTitle,
    description: "",
    prize: texts.prize,
    status: "active",
    cancelled: false,
    interrupted: false,
    entryType: "free",
    entryCost: 0,
    entrantCount: 128,
    totalTickets: 128,
    winner: null,
    createdAt: at(now, -HOUR_MS),
    startTime: at(now, -HOUR_MS),
    endTime: at(now, 3.2 * MINUTE_MS),
    endedAt: null,
  };
  const leaderboard = [
    { username: ada, totalPoints: 4820 },
    { username: ben, totalPoints: 3975 },
    { username: dan, totalPoints: 2610 },
  ];
  return {
    kind: "banner",
    challenges: isEmpty ? [] : [challenge],
    giveaways: isEmpty ? [] : [giveaway],
    board: { cycle: "week", leaderboard: isEmpty ? [] : leaderboard },
  };
}

function lineFacts(example: string, now: number): Facts {
  const line = { text: texts.line, endsAt: at(now, 10 * MINUTE_MS) };
  const next = { what: "giveaway_ends", title: texts.nextGiveaway, at: at(now, 3.2 * MINUTE_MS) };
  return {
    kind: "lower_third",
    line: example === "line" ? line : null,
    next: example === "next" ? next : null,
  };
}

function giveawayFacts(example: string, now: number): Facts {
  if (example === "empty") return { kind: "giveaway", giveaway: null };
  const isOver = example === "winner" || example === "cancelled";
  const status = { open: "active", draw: "drawing", winner: "ended", cancelled: "cancelled" };
  const giveaway = {
    id: "1",
    title: texts.giveawayTitle,
    prize: texts.prize,
    status: Object.entries(status).find(([name]) => name === example)?.[1] ?? "active",
    startsAt: at(now, -HOUR_MS),
    endsAt: at(now, example === "open" ? 3.2 * MINUTE_MS : -1000),
    endedAt: isOver ? at(now, -1000) : null,
    tickets: 342,
    entrants: 128,
    entryCost: 10,
    winner: example === "winner" ? ada : null,
    winnerIsNamed: example === "winner",
    winningTicket: example === "winner" ? 217 : null,
    proofPath: "/giveaways/1/proof",
  };
  return { kind: "giveaway", giveaway };
}

function huntFacts(example: string): Facts {
  if (example === "empty") return { kind: "hunt", hunt: null };
  const hunt = { id: "1", name: texts.huntName, starting: 2000, total: 24 };
  const current = { name: texts.slotNow, provider: texts.provider, bet: 2, caller: ben };
  const best = { name: texts.slotBest, times: 412.5, win: 825 };
  const last = { name: texts.slotLast, times: 38.2, win: 76.4 };
  const open = { won: 1310.4, profit: -689.6, opened: 11, required: 26.53, average: 59.56 };
  const none = { won: 0, profit: -2000, opened: 0, required: 41.67, average: 0 };
  const done = { won: 2486.2, profit: 486.2, opened: 24, required: 0, average: 51.8 };
  switch (example) {
    case "preparing":
      return {
        kind: "hunt",
        hunt: { ...hunt, ...none, status: example, current: null, best: null, last: null },
      };
    case "done":
      return {
        kind: "hunt",
        hunt: { ...hunt, ...done, status: "completed", current: null, best, last },
      };
    default:
      return { kind: "hunt", hunt: { ...hunt, ...open, status: "active", current, best, last } };
  }
}

function goalFacts(example: string, { options }: Source): Facts {
  const numberOf = (key: string) => (typeof options[key] === "number" ? options[key] : 0);
  // A number that was typed is no example.
  if (options.counts === "number") return { kind: "goal", value: numberOf("number") };
  const share = example === "start" ? 0 : example === "reached" ? 1 : 0.5;
  const [zero, target] = [numberOf("starts_at"), numberOf("target")];
  return { kind: "goal", value: Math.round(zero + target * share) };
}

function podiumFacts(isEmpty: boolean, { options }: Source): Facts {
  const places = [
    { name: ada, amount: 4820, isNamed: true },
    { name: ben, amount: 3975, isNamed: true },
    { name: dan, amount: 2610, isNamed: false },
  ];
  return {
    kind: "podium",
    board: options.board ?? "points",
    cycle: "week",
    places: isEmpty ? [] : places,
  };
}

/** The facts of an example. */
export function factsOf(source: Source, example: string, now: number): Facts {
  const { kind } = source.options;
  const isEmpty = example === "empty";
  switch (kind) {
    case "banner":
      return bannerFacts(isEmpty, now);
    case "lower_third":
      return lineFacts(example, now);
    case "ticker": {
      const kinds = happeningsOf(source);
      const items = Array.from({ length: ITEMS }, (_, index) => index).flatMap((index) => {
        const one = kinds[index % kinds.length];
        return one === undefined ? [] : [happeningOf(one, index, now - index * MINUTE_MS)];
      });
      return { kind, items: isEmpty ? [] : items };
    }
    case "podium":
      return podiumFacts(isEmpty, source);
    case "giveaway":
      return giveawayFacts(example, now);
    case "hunt":
      return huntFacts(example);
    case "goal":
      return goalFacts(example, source);
    case "alerts":
      return { kind };
    case "round":
      return { kind, member: isEmpty ? null : ada };
  }
}

const HAPPENINGS: readonly HappeningKind[] = [
  "win",
  "claim",
  "purchase",
  "member",
  "winner",
  "challenge",
  "linked",
];

/** What can happen on a source, by its options. */
export function happeningsOf({ options }: Source): readonly HappeningKind[] {
  if (options.kind === "round") return ["round"];
  const { shows } = options;
  return Array.isArray(shows) ? HAPPENINGS.filter((kind) => shows.includes(kind)) : [];
}

const about: Readonly<Record<HappeningKind, Pick<Happening, "title" | "amount" | "multiplier">>> = {
  win: { title: texts.slotBest, amount: 6250, multiplier: 125 },
  claim: { title: texts.reward, amount: 60, multiplier: 0 },
  purchase: { title: texts.item, amount: 500, multiplier: 0 },
  member: { title: "", amount: 0, multiplier: 0 },
  winner: { title: texts.prize, amount: 0, multiplier: 0 },
  challenge: { title: texts.challengeTitle, amount: 500, multiplier: 0 },
  linked: { title: "", amount: 0, multiplier: 0 },
  round: { title: texts.slotBest, amount: 150, multiplier: 3 },
};

/** Details as the server's answers about rounds have them. */
const rounds = [
  {
    game: "dice",
    bet: 50,
    payout: 150,
    multiplier: 3,
    detail: { target: 66, condition: "over", roll: 81.4, won: true },
  },
  {
    game: "limbo",
    bet: 50,
    payout: 150,
    multiplier: 3,
    detail: { target: 3, result: 7.42, won: true },
  },
] as const;

/** An example of something that happens: the `count`th one that is shown. */
export function happeningOf(kind: HappeningKind, count: number, now: number): Happening {
  const names = [ada, ben, dan, cleo, eve];
  const name = names[count % names.length] ?? ada;
  const round = rounds[count % rounds.length];
  return {
    id: `example-${now}-${count}`,
    at: at(now, 0),
    kind,
    name,
    isNamed: name !== dan,
    ...about[kind],
    isTest: true,
    ...(kind === "round" && round !== undefined && { round }),
  };
}
