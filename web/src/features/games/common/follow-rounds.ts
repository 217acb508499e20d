import { queryClient } from "@/wire/queries";
import { onLiveState, onPush } from "@/wire/socket";
import type { SocketEvents } from "@/wire/socket-events";
import { rereadLimits } from "./limits/limits";
import { type GameId, historyQuery, rereadRounds } from "./queries";

type Heard = SocketEvents["roundUpdated"];

/** A window that plays on its own costs another one at most four reads a second. */
const LOOK_MS = 250;

/**
 * Follows the rounds of a game that the member plays in other windows: the list is read again when
 * it lacks one, and `moved` is called. Nothing happens before this window's own round is over, whose
 * events come here, too.
 * @param isShown whether this window shows that round as it was pushed.
 * @returns the way out.
 */
export function followRounds(
  game: GameId,
  isIdle: () => boolean,
  isShown: (round: Heard) => boolean = () => true,
  moved: () => void = () => undefined,
): () => void {
  const heard = new Map<string, Heard>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = () => {
    timer = undefined;
    if (!isIdle()) return later();
    const rounds = [...heard.values()];
    heard.clear();
    if (rounds.some((round) => !round.open && !isListed(game, round.id))) reread(game);
    if (!rounds.every(isShown)) moved();
  };
  const later = () => {
    timer ??= setTimeout(look, LOOK_MS);
  };
  const unsubscribe = onPush("roundUpdated", (round) => {
    if (round.gameId !== game) return;
    heard.set(round.id, round);
    later();
  });
  let wasOffline = false;
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
