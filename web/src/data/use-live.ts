import {
  hashKey,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { queryClient } from "@/wire/queries";
import { readAgain } from "@/wire/rereads";
import { onOnline, onPush, useLiveState } from "@/wire/socket";
import type { SocketEventName, SocketEvents } from "@/wire/socket-events";

/** A handler returns this for a push that says that something has changed, but not what it is now. */
export const stale = Symbol("stale");

/** How often a query is read while pushes may be missing. */
const OFFLINE_MS = 30_000;

type PushHandlers<Data> = {
  readonly [Name in SocketEventName]?: (
    payload: SocketEvents[Name],
    known: Data | undefined,
  ) => Data | typeof stale | undefined;
};

type LiveOptions<Data> = {
  /**
   * What pushed events do to the data: new data replaces it, `stale` reads it again, and undefined
   * leaves it as it is. `known` is undefined until the first read has ended.
   */
  on?: PushHandlers<Data>;
  /** Time between reads while pushes may be missing, in milliseconds. */
  offlineMs?: number;
  /** Time to the next read while the connection stands, in milliseconds; none by default. */
  everyMs?: (data: Data | undefined) => number | false;
  /** Reads after a push are spread over this many milliseconds, because all browsers get it at once. */
  spreadMs?: number;
  /**
   * Reads once there is a connection, or it has failed. For what every page has: it is read once, where
   * it would else be read with the page and again with the connection.
   */
  isAfterConnection?: boolean;
};

/**
 * A query that stays as it is on the server while the component is mounted: it takes over pushes, is
 * read again when the connection is back, and at intervals while there is none.
 */
export function useLive<Data, Key extends QueryKey>(
  query: Omit<UseQueryOptions<Data, Error, Data, Key>, "refetchInterval">,
  options: LiveOptions<Data> = {},
): UseQueryResult<Data> {
  const { on = {}, offlineMs = OFFLINE_MS, everyMs, spreadMs = 0, isAfterConnection } = options;
  const live = useLiveState();
  // A connection that has been on its way for long counts as missing, too.
  const isPushed = live === "online";
  const isWaiting = isAfterConnection === true && !isPushed && live !== "offline";
  const { queryKey } = query;
  const handle = useEffectEvent(
    <Name extends SocketEventName>(name: Name, payload: SocketEvents[Name]) =>
      on[name]?.(payload, queryClient.getQueryData<Data>(queryKey)),
  );
  // The end of the wait is the first read itself. What has been read before is read again.
  const isFirstRead = useEffectEvent(
    () => isWaiting && queryClient.getQueryData(queryKey) === undefined,
  );
  const events = Object.keys(on).toSorted().join(" ");
  const hash = hashKey(queryKey);
  useEffect(() => {
    // Every render makes another key; the same hash is the same key.
    const key: QueryKey = JSON.parse(hash);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      void readAgain(key);
    };
    const readSoon = () => {
      if (spreadMs === 0) read();
      else timer ??= setTimeout(read, Math.random() * spreadMs);
    };
    const stops = eventNames(events).map((name) =>
      onPush(name, (payload) => {
        const next = handle(name, payload);
        if (next === stale) readSoon();
        else if (next !== undefined) void replace(key, next);
      }),
    );
    stops.push(
      onOnline(() => {
        if (!isFirstRead()) readSoon();
      }),
    );
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [hash, events, spreadMs]);
  return useQuery({
    ...query,
    ...(isWaiting && { enabled: false }),
    refetchInterval: ({ state }) => (isPushed ? (everyMs?.(state.data) ?? false) : offlineMs),
  });
}

function eventNames(joined: string): SocketEventName[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handlers have no other keys
  return joined === "" ? [] : (joined.split(" ") as SocketEventName[]);
}

/** The answer of a read under way may be older than the push, so that read begins anew. */
async function replace(queryKey: QueryKey, data: unknown): Promise<void> {
  const isReading = queryClient.isFetching({ queryKey, exact: true }) > 0;
  if (isReading) await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, data);
  if (isReading) await queryClient.invalidateQueries({ queryKey, exact: true });
}
