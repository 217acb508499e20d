/**
 * What the overlay knows of the site. It may stay open for weeks, over updates of the server, so it
 * takes from an answer only what it shows, and leaves out rows that it cannot read.
 */
export type Site = {
  name: string;
  /** Address of the site's own sign; empty for the built-in one. */
  mark: string;
  promoCode: string;
  casinoName: string;
  timezone: string;
};

export type Challenge = {
  title: string;
  provider: string;
  reward: string;
  minBet: string;
  multiplier: string;
  completed: boolean;
};

export type Giveaway = {
  id: string;
  title: string;
  prize: string;
  startsAt: number;
  endsAt: number;
  isEnded: boolean;
  isFree: boolean;
  entryCost: number;
  ticketCount: number;
  /** As the server masks it; null while there is none. */
  winner: string | null;
};

type Place = { name: string; points: number };
type Board = { isWeek: boolean; places: readonly Place[] };

/** Null for what has never been loaded. */
export type Facts = {
  site: Site | null;
  challenges: readonly Challenge[] | null;
  giveaways: readonly Giveaway[] | null;
  /** The points leaderboard of the month or week it was when the server answered. */
  board: (Board & { at: number }) | null;
};

type Fields = Record<string, unknown>;

/** An answer of `GET /api/site`; null when it has no name in it. */
export function readSite(body: unknown): Site | null {
  if (!isFields(body) || typeof body.name !== "string") return null;
  const { name } = body;
  return {
    name,
    mark: text(body.mark),
    promoCode: text(body.promoCode),
    casinoName: text(body.casinoName),
    timezone: text(body.timezone),
  };
}

/** An answer of `GET /api/challenges`, or what `challengesUpdated` brings. */
export function readChallenges(body: unknown): readonly Challenge[] | null {
  return readRows(body, "challenges", (row) =>
    text(row.title) === ""
      ? null
      : {
          title: text(row.title),
          provider: text(row.provider),
          reward: text(row.reward),
          minBet: text(row.minBet),
          multiplier: text(row.multiplier),
          completed: row.completed === true,
        },
  );
}

/** An answer of `GET /api/giveaways`, or what `giveawaysUpdated` brings. */
export function readGiveaways(body: unknown): readonly Giveaway[] | null {
  return readRows(body, "giveaways", (row) => {
    const [startsAt, endsAt] = [Date.parse(text(row.startTime)), Date.parse(text(row.endTime))];
    if (text(row.title) === "" || Number.isNaN(startsAt) || Number.isNaN(endsAt)) return null;
    return {
      id: text(row.id),
      title: text(row.title),
      prize: text(row.prize),
      startsAt,
      endsAt,
      isEnded: row.status === "ended",
      isFree: row.entryType === "free",
      entryCost: amount(row.entryCost),
      ticketCount: amount(row.ticketCount),
      winner:
        isFields(row.winner) && text(row.winner.username) !== "" ? text(row.winner.username) : null,
    };
  });
}

/** An answer of `GET /api/leaderboard/points/monthly`, best first. */
export function readBoard(body: unknown): Board | null {
  const places = readRows(body, "leaderboard", (row) =>
    text(row.username) === "" || amount(row.totalPoints) === 0
      ? null
      : { name: text(row.username), points: amount(row.totalPoints) },
  );
  return places && { isWeek: isFields(body) && body.cycle === "week", places };
}

/** Rows of a bare array, or of an object that has them under a name. */
function readRows<Row>(
  body: unknown,
  name: string,
  read: (row: Fields) => Row | null,
): readonly Row[] | null {
  const rows = isFields(body) ? body[name] : body;
  if (!Array.isArray(rows)) return null;
  return rows.filter(isFields).flatMap((row) => read(row) ?? []);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function amount(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}
