import { create } from "zustand";
import type { SocketEventName, SocketEvents } from "./socket-events";

/** `idle` until the first connection is tried; `offline` means that pushes may be missing. */
export type LiveState = "idle" | "connecting" | "online" | "offline";

/** How long to wait before loading the connection's code again. */
const RELOAD_MS = 5_000;

const useLive = create<{ state: LiveState }>(() => ({ state: "idle" }));

/** A subscription to one event. Its method takes the payload of that event alone. */
type Subscription = {
  name: SocketEventName;
  hear(payload: SocketEvents[SocketEventName]): void;
};

const subscriptions = new Set<Subscription>();
const onlineListeners = new Set<() => void>();

let close: () => void = () => undefined;
type Owner = { token: string | null; onRefused: (token: string) => void };
type AdminOwner = { token: string; onRefused: () => void };

let owner: Owner | null = null;
let admin: AdminOwner | null = null;

/** The state of the live connection, for components. */
export function useLiveState(): LiveState {
  return useLive((live) => live.state);
}

/** The state of the live connection at this moment. */
export function readLiveState(): LiveState {
  return useLive.getState().state;
}

/** Calls `listener` at every change of the live connection. Returns the way out. */
export function onLiveState(listener: (state: LiveState) => void): () => void {
  return useLive.subscribe((live, previous) => {
    if (live.state !== previous.state) listener(live.state);
  });
}

/** Subscribes to one pushed event. Returns the way out. */
export function onPush<Name extends SocketEventName>(
  name: Name,
  listener: (payload: SocketEvents[Name]) => void,
): () => void {
  const subscription: Subscription = { name, hear: listener };
  subscriptions.add(subscription);
  return () => subscriptions.delete(subscription);
}

/** Hands one pushed event to those who subscribed to it. */
export function deliver<Name extends SocketEventName>(
  name: Name,
  payload: SocketEvents[Name],
): void {
  for (const subscription of subscriptions)
    if (subscription.name === name) subscription.hear(payload);
}

/**
 * Runs whenever the connection stands, the first time too: whatever was pushed before that has been
 * missed, also between the load of the page and the connection.
 */
export function onOnline(listener: () => void): () => void {
  onlineListeners.add(listener);
  return () => onlineListeners.delete(listener);
}

/**
 * Opens the live connection as the owner of `token`, or as a guest with null; an open one of
 * somebody else is closed first. The socket library is loaded here, so call it after first paint.
 * @param onRefused is told when the server does not accept the token.
 */
export async function openSocket(
  token: string | null,
  onRefused: (token: string) => void,
): Promise<void> {
  if (owner !== null && owner.token === token) return;
  owner = { token, onRefused };
  await open();
}

/**
 * Lets the connection hear what only admins are told; null gives that up. One that is open is
 * opened anew; before the first one it is only remembered.
 */
export function connectAdmin(next: AdminOwner | null): void {
  if (admin?.token === next?.token) return;
  admin = next;
  if (owner !== null) void open();
}

let opening = 0;

async function open(state: LiveState = "connecting"): Promise<void> {
  close();
  close = () => undefined;
  opening += 1;
  const mine = opening;
  useLive.setState({ state });

  const loaded = await Promise.all([
    import("./live-connection"),
    import("socket.io-client").then(({ io }) => io),
  ]).catch(() => null);
  // Another member logged in meanwhile.
  if (opening !== mine) return;
  if (loaded === null) {
    useLive.setState({ state: "offline" });
    setTimeout(() => {
      if (opening === mine) void open("offline");
    }, RELOAD_MS);
    return;
  }
  const [{ connectLive }, io] = loaded;
  const member = owner;
  const boss = admin;
  close = connectLive(
    {
      token: member?.token ?? null,
      adminToken: boss?.token ?? null,
      onOnline: () => {
        useLive.setState({ state: "online" });
        for (const listener of onlineListeners) listener();
      },
      onOffline: () => useLive.setState({ state: "offline" }),
      onRefused: () => {
        if (member !== null && member.token !== null) member.onRefused(member.token);
        boss?.onRefused();
      },
    },
    io,
  );
}
