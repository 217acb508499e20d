import { io } from "socket.io-client";

/** How long to wait before opening again what the server itself closed or refused. */
const REOPEN_MS = 5_000;

type Listeners = {
  /** The connection stands; whatever was pushed before that has been missed. */
  onOnline: () => void;
  /** What to do with each event, by its name. */
  events: Readonly<Record<string, (body: unknown) => void>>;
};

/** The live connection of a guest (docs/decisions.md, E2). It is opened again for ever. */
export function listenLive({ onOnline, events }: Listeners): void {
  const socket = io({
    path: "/socket.io/",
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
    timeout: 20_000,
  });
  // The library reconnects by itself after a broken connection, but not after one that the server
  // has closed or refused; `active` tells which.
  const reopenLater = () => {
    setTimeout(() => {
      if (!socket.active) socket.connect();
    }, REOPEN_MS);
  };
  socket.on("connect", onOnline);
  socket.on("disconnect", reopenLater);
  socket.on("connect_error", reopenLater);
  for (const [name, take] of Object.entries(events)) socket.on(name, take);
}
