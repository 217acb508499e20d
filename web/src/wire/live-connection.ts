import type { io as openSocket, Socket } from "socket.io-client";
import { deliver } from "./socket";
import { readSocketEvent, socketEventNames } from "./socket-events";

/** How long to wait before opening again what the server itself closed or refused. */
const REOPEN_MS = 5_000;

type Owner = {
  token: string | null;
  /** One browser can be both, a member and the admin. */
  adminToken: string | null;
  onOnline: () => void;
  onOffline: () => void;
  /** The server does not accept one of the tokens; it does not say which. */
  onRefused: () => void;
};

/**
 * One live connection for one owner (docs/decisions.md, E2). Loaded after first paint, beside the
 * socket library. The function it returns closes the connection for good.
 */
export function connectLive(
  { token, adminToken, onOnline, onOffline, onRefused }: Owner,
  io: typeof openSocket,
): () => void {
  const socket = io({
    path: "/socket.io/",
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnection: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
    timeout: 20_000,
    auth: {
      ...(token !== null && { token }),
      ...(adminToken !== null && { adminToken }),
    },
    forceNew: true,
  });
  let reopenTimer: ReturnType<typeof setTimeout> | undefined;
  const reopenLater = () => {
    clearTimeout(reopenTimer);
    reopenTimer = setTimeout(() => openAgain(socket), REOPEN_MS);
  };

  socket.on("connect", onOnline);
  socket.on("disconnect", () => {
    onOffline();
    reopenLater();
  });
  socket.on("connect_error", (error: Error) => {
    onOffline();
    if (error.message === "unauthorized") onRefused();
    reopenLater();
  });
  for (const name of socketEventNames) {
    socket.on(name, (payload: unknown) => {
      const event = readSocketEvent(name, payload);
      if (event !== null) deliver(name, event);
    });
  }

  return () => {
    clearTimeout(reopenTimer);
    socket.removeAllListeners();
    // First, so that the library sends no goodbye: the server cuts the connection of a token that it replaces,
    // and browsers log a write to a connection that is closing as an error.
    socket.io.engine.close();
    socket.disconnect();
  };
}

/**
 * The library reconnects by itself after a broken connection, but not after the server has closed
 * or refused one; `active` tells which.
 */
function openAgain(socket: Socket): void {
  if (!socket.active) socket.connect();
}
