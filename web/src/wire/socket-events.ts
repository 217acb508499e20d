import type { components } from "./schema";

type Challenge = components["schemas"]["Challenge"];
type Item = components["schemas"]["Item"];

/** What the server pushes, by event name (decisions E2). */
export type SocketEvents = {
  pointsUpdated: { userId: string; newPoints: number; seq: number };
  gameMaintenanceChanged: { gameId: string; disabled: boolean };
  allGamesMaintenanceChanged: { gameStates: Record<string, boolean> };
  gamePaused: { gameId: string; until: string };
  /** The whole list. */
  challengesUpdated: readonly Challenge[];
  /** All items for sale. */
  pointsShopUpdated: readonly Item[];
  /** One piece of the item has been sold. */
  pointsShopPurchased: { itemId: string };
  pointsShopConfigUpdated: { comingSoonEnabled: boolean };
};

export type SocketEventName = keyof SocketEvents;

export const socketEventNames: readonly SocketEventName[] = [
  "pointsUpdated",
  "gameMaintenanceChanged",
  "allGamesMaintenanceChanged",
  "gamePaused",
  "challengesUpdated",
  "pointsShopUpdated",
  "pointsShopPurchased",
  "pointsShopConfigUpdated",
];

/**
 * Reads a pushed payload. Null for one that does not have the agreed shape: it is dropped, and the
 * next refresh brings the truth.
 */
export function readSocketEvent<Name extends SocketEventName>(
  name: Name,
  payload: unknown,
): SocketEvents[Name] | null {
  return isRecord(payload) ? readers[name](payload) : null;
}

const readers: {
  [Name in SocketEventName]: (payload: Record<string, unknown>) => SocketEvents[Name] | null;
} = {
  pointsUpdated: ({ userId, newPoints, seq }) =>
    typeof userId === "string" && isWhole(newPoints) && newPoints >= 0 && isWhole(seq)
      ? { userId, newPoints, seq }
      : null,
  gameMaintenanceChanged: ({ gameId, disabled }) =>
    typeof gameId === "string" && typeof disabled === "boolean" ? { gameId, disabled } : null,
  allGamesMaintenanceChanged: ({ gameStates }) =>
    isRecord(gameStates) && allBoolean(gameStates) ? { gameStates } : null,
  gamePaused: ({ gameId, until }) =>
    typeof gameId === "string" && typeof until === "string" ? { gameId, until } : null,
  challengesUpdated: (list) => (Array.isArray(list) && list.every(isChallenge) ? list : null),
  pointsShopUpdated: (list) => (Array.isArray(list) && list.every(isItem) ? list : null),
  pointsShopPurchased: ({ itemId }) => (typeof itemId === "string" ? { itemId } : null),
  pointsShopConfigUpdated: ({ comingSoonEnabled }) =>
    typeof comingSoonEnabled === "boolean" ? { comingSoonEnabled } : null,
};

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

function isWhole(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value);
}

function allBoolean(states: Record<string, unknown>): states is Record<string, boolean> {
  return Object.values(states).every((state) => typeof state === "boolean");
}
