import type { QueryKey } from "@tanstack/react-query";
import { queryClient } from "./queries";
import { onLiveState, readLiveState } from "./socket";

/** Reads a query again. A read under way is cancelled first: its answer may be out of date. */
export async function readAgain(queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  await queryClient.invalidateQueries({ queryKey });
}

/** Starts a read that is under way from the beginning. Does nothing while there is none. */
export async function restartRead(queryKey: QueryKey): Promise<void> {
  if (queryClient.isFetching({ queryKey }) > 0) await readAgain(queryKey);
}

/**
 * Calls `listener` when the live connection is back, because pushes may have been missed. The first
 * connection does not count. Returns a function that ends it.
 */
export function onReconnect(listener: () => void): () => void {
  const state = readLiveState();
  /** Null before the first connection. */
  let hasMissed = state === "online" || state === "offline" ? state === "offline" : null;
  return onLiveState((next) => {
    if (next === "online") {
      const isBack = hasMissed === true;
      hasMissed = false;
      if (isBack) listener();
    } else if (next === "offline" || hasMissed === false) hasMissed = true;
  });
}
