import { queryClient } from "@/wire/queries";
import { onReconnect } from "@/wire/rereads";
import { onPush } from "@/wire/socket";
import type { SocketEvents } from "@/wire/socket-events";
import { rereadLimits } from "./limits/limits";
import { type GameId, historyQuery, rereadRounds } from "./queries";

export type RoundUpdate = SocketEvents["roundUpdated"];

/** At most four reads a second, however fast another window plays. */
const UPDATE_MS = 250;

/**
 * Follows the rounds of a game that the member plays in other windows: reads the list again when it
 * lacks one, and passes the pushes to `onUpdate`. This window's own rounds are pushed, too, so nothing
 * is compared before `isIdle`.
 * @returns a function that ends it.
 */
export function followRounds(
  game: GameId,
  isIdle: () => boolean,
  onUpdate: (rounds: readonly RoundUpdate[]) => void = () => undefined,
): () => void {
  const updates = new Map<string, RoundUpdate>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const handle = () => {
    timer = undefined;
    if (!isIdle()) return schedule();
    const rounds = [...updates.values()];
    updates.clear();
    if (rounds.some(({ id, steps }) => steps === null && !isListed(game, id))) reread(game);
    onUpdate(rounds);
  };
  const schedule = () => {
    timer ??= setTimeout(handle, UPDATE_MS);
  };
  const unsubscribe = onPush("roundUpdated", (round) => {
    if (round.gameId !== game) return;
    updates.set(round.id, round);
    schedule();
  });
  const unwatch = onReconnect(() => reread(game));
  return () => {
    clearTimeout(timer);
    unsubscribe();
    unwatch();
  };
}

function reread(game: GameId): void {
  rereadRounds(game);
  rereadLimits();
}

/** A list that was never read lacks nothing, unless its first read is under way. */
function isListed(game: GameId, id: string): boolean {
  const { queryKey } = historyQuery(game);
  const known = queryClient.getQueryData(queryKey);
  return known === undefined
    ? queryClient.isFetching({ queryKey }) === 0
    : known.some((round) => round.id === id);
}
