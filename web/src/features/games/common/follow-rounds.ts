import { queryClient } from "@/wire/queries";
import { onLiveState, onPush, readLiveState } from "@/wire/socket";
import type { SocketEvents } from "@/wire/socket-events";
import { rereadLimits } from "./limits/limits";
import { type GameId, historyQuery, rereadRounds } from "./queries";

export type RoundUpdate = SocketEvents["roundUpdated"];

/** However fast another window plays, this one reads at most four times a second. */
const UPDATE_MS = 250;

/**
 * Follows the rounds of a game that the member plays in other windows: the list is read again when
 * it lacks one, and `onUpdate` gets what was pushed. The own rounds are pushed, too, so nothing is
 * looked at before `isIdle`.
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
  let wasOffline = readLiveState() === "offline";
  const unwatch = onLiveState((state) => {
    // What was pushed meanwhile has been missed.
    if (state === "online" && wasOffline) reread(game);
    if (state === "online" || state === "offline") wasOffline = state === "offline";
  });
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

/** A list that was never read lacks nothing: it is read when it is shown. */
function isListed(game: GameId, id: string): boolean {
  const known = queryClient.getQueryData(historyQuery(game).queryKey);
  return known === undefined || known.some((round) => round.id === id);
}
