import type { components, SocketPayloads } from "./schema";

type Challenge = components["schemas"]["Challenge"];
type Giveaway = components["schemas"]["Giveaway"];
type Item = components["schemas"]["Item"];

export type SocketEventName = keyof SocketPayloads;

/** A payload before it is checked: the described fields, of any type. */
type Unchecked<Payload> = Payload extends readonly unknown[]
  ? unknown
  : { readonly [Field in keyof Payload]?: unknown };

/** What a reader may return: fields of the payload, or all of a list. */
type Checked<Payload> = Payload extends readonly unknown[] ? Payload : Partial<Payload>;

/**
 * One reader for each event that the server describes. It returns the fields that the pages use, or
 * null for a payload without the described shape.
 */
const readers = {
  pointsUpdated: ({ userId, newPoints, seq }) =>
    typeof userId === "string" && isWhole(newPoints) && newPoints >= 0 && isWhole(seq)
      ? { userId, newPoints, seq }
      : null,
  gameMaintenanceChanged: ({ gameId, disabled }) =>
    typeof gameId === "string" && typeof disabled === "boolean" ? { gameId, disabled } : null,
  allGamesMaintenanceChanged: ({ gameStates }) =>
    isRecord(gameStates) && allBoolean(gameStates) ? { gameStates } : null,
  gamePaused: ({ gameId, until }) =>
    typeof gameId === "string" && (typeof until === "string" || until === null)
      ? { gameId, until }
      : null,
  maintenanceChanged: ({ maintenanceMode }) =>
    typeof maintenanceMode === "boolean" ? { maintenanceMode } : null,
  challengesUpdated: (list) => (Array.isArray(list) && list.every(isChallenge) ? list : null),
  pointsShopUpdated: (list) => (Array.isArray(list) && list.every(isItem) ? list : null),
  pointsShopPurchased: ({ itemId }) => (typeof itemId === "string" ? { itemId } : null),
  pointsShopConfigUpdated: ({ comingSoonEnabled }) =>
    typeof comingSoonEnabled === "boolean" ? { comingSoonEnabled } : null,
  giveawaysUpdated: ({ giveaways }) =>
    Array.isArray(giveaways) && giveaways.every(isGiveaway) ? { giveaways } : null,
  huntsUpdated: ({ id, revision, deleted }) =>
    typeof id === "string" && isWhole(revision) && typeof deleted === "boolean"
      ? { id, revision, deleted }
      : null,
  approvalsChanged: ({ pending }) => (isWhole(pending) && pending >= 0 ? { pending } : null),
  liveBet: ({ id }) => (typeof id === "string" ? { id } : null),
  kickVerifyAsked: ({ id, username, expiresAt }) =>
    typeof id === "string" && typeof username === "string" && typeof expiresAt === "string"
      ? { id, username, expiresAt }
      : null,
  kickLinkChanged: () => ({}),
  accountChanged: () => ({}),
  giveawayWon: ({ id, title, prize, endedAt }) =>
    typeof id === "string" &&
    typeof title === "string" &&
    typeof prize === "string" &&
    typeof endedAt === "string"
      ? { id, title, prize, endedAt }
      : null,
  roundUpdated: ({ gameId, id, steps }) =>
    typeof gameId === "string" && typeof id === "string" && (steps === null || isWhole(steps))
      ? { gameId, id, steps }
      : null,
} satisfies {
  [Name in SocketEventName]: (
    payload: Unchecked<SocketPayloads[Name]>,
  ) => Checked<SocketPayloads[Name]> | null;
};

/** What the pages get of each event. */
export type SocketEvents = {
  [Name in SocketEventName]: Readonly<NonNullable<ReturnType<(typeof readers)[Name]>>>;
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `satisfies` allows no other keys
export const socketEventNames = Object.keys(readers) as readonly SocketEventName[];

/**
 * Reads a pushed payload. Null for one without the described shape: it is dropped, and the next
 * refresh loads the current state.
 */
export function readSocketEvent<Name extends SocketEventName>(
  name: Name,
  payload: unknown,
): SocketEvents[Name] | null {
  const byName: {
    [Event in SocketEventName]: (payload: Record<string, unknown>) => SocketEvents[Event] | null;
  } = readers;
  return isRecord(payload) ? byName[name](payload) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

const difficulties: ReadonlySet<unknown> = new Set<Challenge["difficulty"]>([
  "Easy",
  "Medium",
  "Hard",
  "Extreme",
]);

function isChallenge(value: unknown): value is Challenge {
  if (!isRecord(value)) return false;
  const { id, title, provider, task, description, image, minBet, multiplier, reward } = value;
  const texts = [id, title, provider, task, description, image, minBet, multiplier, reward];
  return (
    texts.every((text) => typeof text === "string") &&
    typeof value.completed === "boolean" &&
    difficulties.has(value.difficulty) &&
    (value.rewardPoints === null || isWhole(value.rewardPoints))
  );
}

function isItem(value: unknown): value is Item {
  if (!isRecord(value)) return false;
  const { id, title, description, image, category, createdAt } = value;
  const { pointsCost, stock, sold, isActive } = value;
  return (
    [id, title, description, image, category, createdAt].every(
      (text) => typeof text === "string",
    ) &&
    [pointsCost, stock].every((amount) => isWhole(amount) && amount >= 0) &&
    (sold === null || isWhole(sold)) &&
    typeof isActive === "boolean"
  );
}

const entryTypes: ReadonlySet<unknown> = new Set<Giveaway["entryType"]>(["free", "paid"]);
const giveawayStates: ReadonlySet<unknown> = new Set<Giveaway["status"]>([
  "upcoming",
  "active",
  "ended",
]);

function isGiveaway(value: unknown): value is Giveaway {
  if (!isRecord(value)) return false;
  const { id, title, description, prize, startTime, endTime, createdAt } = value;
  const { serverSeedHash, chain, entryCost, ticketCount, listedTickets, entrantCount } = value;
  const texts = [id, title, description, prize, startTime, endTime, createdAt];
  return (
    [...texts, serverSeedHash, chain].every((text) => typeof text === "string") &&
    [entryCost, ticketCount, listedTickets, entrantCount].every(
      (count) => isWhole(count) && count >= 0,
    ) &&
    entryTypes.has(value.entryType) &&
    giveawayStates.has(value.status) &&
    (value.endedAt === null || typeof value.endedAt === "string") &&
    typeof value.endedEarly === "boolean" &&
    typeof value.cancelled === "boolean" &&
    (value.winner === null ||
      (isRecord(value.winner) && typeof value.winner.username === "string")) &&
    (value.provablyFair === null || isDrawn(value.provablyFair)) &&
    Array.isArray(value.changes) &&
    value.changes.every(isChange)
  );
}

function isDrawn(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { serverSeed, clientSeed, winnerHash, winnerIndex } = value;
  return (
    typeof serverSeed === "string" &&
    typeof clientSeed === "string" &&
    (winnerHash === null || typeof winnerHash === "string") &&
    (winnerIndex === null || isWhole(winnerIndex))
  );
}

function isChange(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { at, text, field, before, after } = value;
  return (
    typeof at === "string" &&
    typeof text === "string" &&
    [field, before, after].every((part) => part === null || typeof part === "string")
  );
}

function isWhole(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value);
}

function allBoolean(states: Record<string, unknown>): states is Record<string, boolean> {
  return Object.values(states).every((state) => typeof state === "boolean");
}
