import { dateFormat } from "@/ui/format/locale";
import { formatPoints } from "@/ui/format/numbers";
import type { Challenge, Facts, Giveaway } from "./facts";
import * as texts from "./texts/en";

/** The loop, in its order. */
export const scenes = ["intro", "challenges", "giveaways", "points", "signup"] as const;
export type Scene = (typeof scenes)[number];

/** How long a scene stands: 20 s divided by 5. */
export const SCENE_MS = 4_000;
/** How many cards fit beside the words. */
const CARDS = 3;

export type Card = { title: string; amount: string; note: string };

export type Side =
  | { kind: "none" }
  | { kind: "cards"; cards: readonly Card[] }
  /** What to do, in order; shown while there is nothing live to show. */
  | { kind: "steps"; steps: readonly string[] }
  | { kind: "places"; places: readonly { name: string; points: string }[] }
  | { kind: "code"; code: string; casino: string };

export type Content = {
  scene: Scene;
  eyebrow: string;
  headline: string;
  line: string;
  /** Where the site is found; null when the overlay runs under an address of no use to viewers. */
  address: string | null;
  /** Address of a picture in place of the drawing; empty for the drawing. */
  mark: string;
  side: Side;
};

/** What is shown, whatever is known: every scene has its words without a single answer. */
export type Moment = {
  facts: Facts;
  /** The server's time. */
  now: number;
  /** How often the loop has run; long lists show their next rows each time. */
  turn: number;
  address: string | null;
};

export function contentOf(scene: Scene, moment: Moment): Content {
  const mark = scene === "intro" ? (moment.facts.site?.mark ?? "") : "";
  return { scene, mark, ...builders[scene](moment) };
}

const builders: Record<Scene, (moment: Moment) => Omit<Content, "scene" | "mark">> = {
  intro: ({ facts, address }) => ({
    eyebrow: texts.eyebrow,
    headline: facts.site?.name ?? texts.joinCommunity,
    line: texts.pointsChallengesGiveawaysEveryone,
    address,
    side: { kind: "none" },
  }),
  challenges: ({ facts, turn }) => {
    const open = (facts.challenges ?? []).filter((challenge) => !challenge.completed);
    return {
      eyebrow: texts.challenges,
      headline: open.length === 0 ? texts.newOnesSoon : texts.openNow(open.length),
      line: texts.hitMultiplierClaimReward,
      address: null,
      side:
        open.length === 0
          ? { kind: "steps", steps: [texts.pickChallenge, texts.hitMultiplier, texts.claimChat] }
          : { kind: "cards", cards: rotated(open, turn).map(challengeCard) },
    };
  },
  giveaways: giveawaysContent,
  points: ({ facts }) => {
    const places = (facts.board?.places ?? []).slice(0, 3);
    if (facts.board === null || places.length === 0)
      return {
        eyebrow: texts.points,
        headline: texts.earnEveryDay,
        line: texts.freeCollectOnlyFun,
        address: null,
        side: {
          kind: "steps",
          steps: [texts.claimDay, texts.beatChallenges, texts.playHouseGames],
        },
      };
    return {
      eyebrow: texts.pointsLeaderboard,
      headline: facts.board.isWeek
        ? texts.topOfWeek
        : texts.top(monthName(facts.board.at, facts.site?.timezone)),
      line: texts.rewardsWinsAddUp,
      address: null,
      side: {
        kind: "places",
        places: places.map(({ name, points }) => ({ name, points: formatPoints(points) })),
      },
    };
  },
  signup: ({ facts, address }) => {
    const { name, promoCode, casinoName } = facts.site ?? {
      name: "",
      promoCode: "",
      casinoName: "",
    };
    const hasCode = promoCode !== "" && casinoName !== "";
    return {
      eyebrow: texts.signUp,
      headline: name === "" ? texts.comeJoin : texts.join(name),
      line: hasCode ? texts.freeAccountPlayAlong : texts.freeAccountPlayAlongText,
      address,
      side: hasCode
        ? { kind: "code", code: promoCode, casino: casinoName }
        : {
            kind: "steps",
            steps: [texts.createAccount, texts.collectPoints, texts.enterGiveaways],
          },
    };
  },
};

/** The announcement of a draw, over whatever scene is on. */
export function drawContent(drawn: Giveaway): Content {
  return {
    scene: "giveaways",
    mark: "",
    eyebrow: texts.haveWinner,
    headline: drawn.winner ?? "",
    line: texts.wins(named(drawn)),
    address: null,
    side: { kind: "none" },
  };
}

function challengeCard({ title, provider, reward, minBet, multiplier }: Challenge): Card {
  const terms = [multiplier, minBet === "" ? "" : texts.min(minBet)].filter((part) => part !== "");
  return { title, amount: reward, note: terms.length === 0 ? provider : terms.join(" · ") };
}

function giveawaysContent({ facts, now, turn }: Moment): Omit<Content, "scene" | "mark"> {
  // What the clock says counts, too: the newest answer may be hours old.
  const waiting = (facts.giveaways ?? []).filter(({ isEnded, endsAt }) => !isEnded && endsAt > now);
  const open = inOrder(
    waiting.filter(({ startsAt }) => startsAt <= now),
    ({ endsAt }) => endsAt,
  );
  const coming = inOrder(
    waiting.filter(({ startsAt }) => startsAt > now),
    ({ startsAt }) => startsAt,
  );
  const words = {
    eyebrow: texts.giveaways,
    line: texts.everyDrawCanChecked,
    address: null,
  };
  if (open.length > 0)
    return {
      ...words,
      headline: texts.openNow(open.length),
      side: { kind: "cards", cards: rotated(open, turn).map((one) => openCard(one, now)) },
    };
  if (coming.length > 0)
    return {
      ...words,
      headline: texts.openingSoon,
      side: { kind: "cards", cards: rotated(coming, turn).map((one) => comingCard(one, now)) },
    };
  const drawn = inOrder(
    (facts.giveaways ?? []).filter(({ winner }) => winner !== null),
    ({ endsAt }) => -endsAt,
  );
  if (drawn.length > 0)
    return {
      ...words,
      headline: texts.latestWinners,
      line: texts.nextGiveawayWay,
      side: { kind: "cards", cards: drawn.slice(0, CARDS).map(drawnCard) },
    };
  return {
    ...words,
    headline: texts.nextOneSoon,
    side: { kind: "steps", steps: [texts.collectPoints, texts.getTickets, texts.checkDraw] },
  };
}

function openCard(giveaway: Giveaway, now: number): Card {
  return {
    title: named(giveaway),
    amount: entryText(giveaway),
    note: texts.ends(remainingText(giveaway.endsAt - now)),
  };
}

function comingCard(giveaway: Giveaway, now: number): Card {
  return {
    title: named(giveaway),
    amount: entryText(giveaway),
    note: texts.opens(remainingText(giveaway.startsAt - now)),
  };
}

function drawnCard(giveaway: Giveaway): Card {
  return { title: named(giveaway), amount: giveaway.winner ?? "", note: texts.won };
}

function named({ prize, title }: Giveaway): string {
  return prize === "" ? title : prize;
}

function entryText({ isFree, entryCost }: Giveaway): string {
  if (isFree) return texts.free;
  return texts.pointCount(entryCost);
}

/** The smallest first. */
function inOrder(rows: readonly Giveaway[], by: (row: Giveaway) => number): readonly Giveaway[] {
  // oxlint-disable-next-line unicorn/no-array-sort -- broadcast software may not have toSorted yet
  return [...rows].sort((one, other) => by(one) - by(other));
}

/** Three of a list, the next three with every turn. */
function rotated<Row>(rows: readonly Row[], turn: number): readonly Row[] {
  if (rows.length <= CARDS) return rows;
  const first = (turn * CARDS) % rows.length;
  return [...rows.slice(first), ...rows.slice(0, first)].slice(0, CARDS);
}

const MINUTE_MS = 60_000;

/** Days and hours, hours and minutes, or minutes. */
export function remainingText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)}d ${hours % 24}h`;
  return hours > 0 ? `${hours}h ${minutes % 60}m` : `${minutes}m`;
}

function monthName(at: number, timeZone: string | undefined): string {
  const inZone = (zone: string) => dateFormat({ month: "long", timeZone: zone })(at);
  try {
    return inZone(timeZone || "UTC");
  } catch {
    // A zone that this browser does not know.
    return inZone("UTC");
  }
}

/** The site's address as viewers can type it; null for one that leads nowhere from their homes. */
export function publicAddress(host: string): string | null {
  const name = host.replace(/:\d+$/, "");
  const isNumber = /^[\d.]+$/.test(name) || name.startsWith("[");
  if (isNumber || !name.includes(".") || /\.(local|lan|internal|home|localhost)$/.test(name))
    return null;
  return host.replace(/^www\./, "");
}
