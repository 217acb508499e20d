import type { components, SocketPayloads } from "./schema";

type Schemas = components["schemas"];

/** Sources of the overlay have events of their own (`stream/sources`), which no other page gets. */
export type SocketEventName = Exclude<keyof SocketPayloads, "overlaySource" | "overlayHappening">;

type Check<Value> = (value: unknown) => value is Value;

/** The checks of those fields that the pages use. */
type Fields<Value> = { readonly [Field in keyof Value]?: Check<Value[Field]> };

const isText = (value: unknown): value is string => typeof value === "string";
const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isCount = (value: unknown): value is number => isWhole(value) && value >= 0;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const isOneOf =
  <Value extends string>(...values: readonly Value[]): Check<Value> =>
  (value): value is Value =>
    values.some((known) => known === value);

const isNullOr =
  <Value>(check: Check<Value>): Check<Value | null> =>
  (value): value is Value | null =>
    value === null || check(value);

const isListOf =
  <Value>(check: Check<Value>): Check<Value[]> =>
  (value): value is Value[] =>
    Array.isArray(value) && value.every(check);

const isMapOf =
  <Value>(check: Check<Value>): Check<Record<string, Value>> =>
  (value): value is Record<string, Value> =>
    isRecord(value) && Object.values(value).every(check);

const isObject =
  <Value>(fields: Fields<Value>): Check<Value> =>
  (value): value is Value =>
    isRecord(value) &&
    Object.entries<Check<unknown> | undefined>(fields).every(
      ([name, check]) => check?.(value[name]) !== false,
    );

const isChallenge = isObject<Schemas["Challenge"]>({
  id: isText,
  title: isText,
  provider: isText,
  task: isText,
  description: isText,
  image: isText,
  minBet: isText,
  multiplier: isText,
  reward: isText,
  difficulty: isOneOf("Easy", "Medium", "Hard", "Extreme"),
  completed: isFlag,
  rewardPoints: isNullOr(isWhole),
});

const isItem = isObject<Schemas["Item"]>({
  id: isText,
  title: isText,
  description: isText,
  image: isText,
  category: isText,
  createdAt: isText,
  pointsCost: isCount,
  stock: isCount,
  sold: isNullOr(isWhole),
  isActive: isFlag,
});

const isGiveaway = isObject<Schemas["Giveaway"]>({
  id: isText,
  title: isText,
  description: isText,
  prize: isText,
  startTime: isText,
  endTime: isText,
  createdAt: isText,
  endedAt: isNullOr(isText),
  endedEarly: isFlag,
  cancelled: isFlag,
  interrupted: isFlag,
  entryType: isOneOf("free", "paid"),
  status: isOneOf("upcoming", "active", "ended"),
  entryCost: isCount,
  ticketCount: isCount,
  listedTickets: isCount,
  entrantCount: isCount,
  namesWinner: isFlag,
  serverSeedHash: isText,
  chain: isText,
  winner: isNullOr(isObject({ username: isText })),
  provablyFair: isNullOr(
    isObject({
      serverSeed: isText,
      clientSeed: isText,
      winnerHash: isNullOr(isText),
      winnerIndex: isNullOr(isWhole),
    }),
  ),
  changes: isListOf(
    isObject({
      at: isText,
      text: isText,
      field: isNullOr(isText),
      before: isNullOr(isText),
      after: isNullOr(isText),
    }),
  ),
});

/** One entry for each event that the server describes: the check of its list, or of its fields. */
const events = {
  pointsUpdated: { userId: isText, newPoints: isCount, seq: isWhole },
  gameMaintenanceChanged: { gameId: isText, disabled: isFlag },
  allGamesMaintenanceChanged: { gameStates: isMapOf(isFlag) },
  gamePaused: { gameId: isText, until: isNullOr(isText) },
  maintenanceChanged: { maintenanceMode: isFlag },
  challengesUpdated: isListOf(isChallenge),
  pointsShopUpdated: isListOf(isItem),
  pointsShopPurchased: { itemId: isText },
  pointsShopConfigUpdated: { comingSoonEnabled: isFlag },
  giveawaysUpdated: { giveaways: isListOf(isGiveaway) },
  huntsUpdated: { id: isText, revision: isWhole, deleted: isFlag },
  approvalsChanged: { pending: isCount },
  overlayLineChanged: { line: isNullOr(isObject({ text: isText, endsAt: isText })) },
  liveBet: { id: isText },
  kickVerifyAsked: { id: isText, username: isText, expiresAt: isText },
  kickLinkChanged: {},
  chatConnectionChanged: {},
  accountChanged: {},
  giveawayEntered: { id: isText, own: isCount },
  giveawayWon: { id: isText, title: isText, prize: isText, endedAt: isText, namesWinner: isFlag },
  roundUpdated: { gameId: isText, id: isText, steps: isNullOr(isWhole) },
  siteSettingsChanged: { sections: isListOf(isText) },
} satisfies {
  [Name in SocketEventName]: SocketPayloads[Name] extends readonly unknown[]
    ? Check<SocketPayloads[Name]>
    : Fields<SocketPayloads[Name]>;
};

type Read<Event> =
  Event extends Check<infer Value>
    ? Value
    : { [Field in keyof Event]: Event[Field] extends Check<infer Value> ? Value : never };

/** What the pages get of each event. */
export type SocketEvents = { [Name in SocketEventName]: Readonly<Read<(typeof events)[Name]>> };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `satisfies` allows no other keys
export const socketEventNames = Object.keys(events) as readonly SocketEventName[];

/**
 * Reads a pushed payload. Null for one without the described shape: it is dropped, and the next
 * refresh loads the current state.
 */
export function readSocketEvent<Name extends SocketEventName>(
  name: Name,
  payload: unknown,
): SocketEvents[Name] | null;
export function readSocketEvent(name: SocketEventName, payload: unknown): unknown {
  const event = events[name];
  if (typeof event === "function") return event(payload) ? payload : null;
  if (!isObject<Record<string, unknown>>(event)(payload)) return null;
  return Object.fromEntries(Object.keys(event).map((field) => [field, payload[field]]));
}
