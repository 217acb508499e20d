import type { Socket } from "socket.io-client";
import { create } from "zustand";
import {
  readSocketEvent,
  type SocketEventName,
  type SocketEvents,
  socketEventNames,
} from "./socket-events";

/** `idle` until the first connection is tried; `offline` means that pushes may be missing. */
export type LiveState = "idle" | "connecting" | "online" | "offline";

const useLive = create<{ state: LiveState }>(() => ({ state: "idle" }));

const listeners: {
  [Name in SocketEventName]: Set<(payload: SocketEvents[Name]) => void>;
} = {
  pointsUpdated: new Set(),
  gameMaintenanceChanged: new Set(),
  allGamesMaintenanceChanged: new Set(),
  gamePaused: new Set(),
};
const reconnectListeners = new Set<() => void>();

let socket: Socket | null = null;
let wantedToken: string | null = null;
let onTokenRefused: (token: string) => void = () => undefined;
let generation = 0;
let reopenTimer: ReturnType<typeof setTimeout> | undefined;
let wasOnline = false;

/** The state of the live connection, for components. */
export function useLiveState(): LiveState {
  return useLive((live) => live.state);
}

/** The state of the live connection, outside components. */
export function liveState(): LiveState {
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
  listeners[name].add(listener);
  return () => listeners[name].delete(listener);
}

/** Runs after the connection came back: whatever was pushed meanwhile has been missed. */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener);
  return () => reconnectListeners.delete(listener);
}

/**
 * Opens the live connection as the owner of `token`, or as a guest with null; an open one of
 * somebody else is closed first. The socket library is loaded here, so call it after first paint.
 * @param refused is told when the server does not accept the token.
 */
export async function openSocket(
  token: string | null,
  refused: (token: string) => void,
): Promise<void> {
  onTokenRefused = refused;
  if (socket !== null && wantedToken === token) return;
  closeSocket();
  wantedToken = token;
  generation += 1;
  const mine = generation;
  useLive.setState({ state: "connecting" });
  const { io } = await import("socket.io-client");
  if (mine !== generation) return;

  const opened = io({
    path: "/socket.io/",
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnection: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
    timeout: 20_000,
    auth: token === null ? {} : { token },
    forceNew: true,
  });
  socket = opened;
  wire(opened, token);
}

/** Closes the live connection, for good or until `openSocket`. */
export function closeSocket(): void {
  generation += 1;
  clearTimeout(reopenTimer);
  socket?.removeAllListeners();
  socket?.disconnect();
  socket = null;
  wasOnline = false;
  useLive.setState({ state: "idle" });
}

function wire(opened: Socket, token: string | null): void {
  opened.on("connect", () => {
    useLive.setState({ state: "online" });
    if (wasOnline) for (const listener of reconnectListeners) listener();
    wasOnline = true;
  });
  opened.on("disconnect", () => {
    useLive.setState({ state: "offline" });
    reopenLater(opened);
  });
  opened.on("connect_error", (error: Error) => {
    useLive.setState({ state: "offline" });
    if (error.message === "unauthorized" && token !== null) onTokenRefused(token);
    reopenLater(opened);
  });
  for (const name of socketEventNames) {
    opened.on(name, (payload: unknown) => deliver(name, payload));
  }
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the parameter ties the event's shape to its listeners
function deliver<Name extends SocketEventName>(name: Name, payload: unknown): void {
  const event = readSocketEvent(name, payload);
  if (event === null) return;
  for (const listener of listeners[name]) listener(event);
}

/**
 * The library reconnects by itself after a broken connection, but not after the server has closed
 * or refused one; `active` tells which.
 */
function reopenLater(opened: Socket): void {
  if (opened.active || socket !== opened) return;
  clearTimeout(reopenTimer);
  reopenTimer = setTimeout(() => {
    if (socket === opened) opened.connect();
  }, 5_000);
}
