import { io } from "socket.io-client";

/** After the server closed the connection itself: it may have renewed the address, so the page asks soon. */
const REOPEN_MS = 1_000;
const RETRY_MS = 5_000;
/** An address that is not valid may become valid again, when a key was only mistyped or is being made. */
const REFUSED_MS = 45_000;
const REFUSED = "unauthorized";

type Listeners = {
  key: string;
  onState: (body: unknown) => void;
  onHappening: (body: unknown) => void;
  onConnected: () => void;
  /** `isSilent`: the server sent nothing for longer than it may, and the connection was given up. */
  onDisconnected: (isSilent: boolean) => void;
  /** Something came from the server. It sends something at least each `everyMs`. */
  onPacket: (everyMs: number) => void;
  onRefused: () => void;
};

/** The connection of a source. It is opened again for ever, each page at a time of its own. */
export function connectSource(listeners: Listeners): void {
  const { key, onState, onHappening, onConnected, onDisconnected, onPacket, onRefused } = listeners;
  const socket = io({
    path: "/socket.io/",
    auth: { sourceKey: key },
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 8_000,
    randomizationFactor: 0.5,
    timeout: 20_000,
  });
  // The library reconnects by itself after a broken connection, but not after one that the server
  // has closed or refused; `active` tells which.
  const reopenIn = (ms: number) => {
    setTimeout(
      () => {
        if (!socket.active) socket.connect();
      },
      ms * (1 + Math.random() / 3),
    );
  };
  socket.io.on("open", () => {
    const { engine } = socket.io;
    // The library has what the server said of its pings only for itself.
    const everyMs: unknown = Reflect.get(engine, "_pingInterval");
    engine.on("packet", () => onPacket(typeof everyMs === "number" ? everyMs : 0));
  });
  socket.on("connect", onConnected);
  socket.on("disconnect", (reason) => {
    onDisconnected(reason === "ping timeout");
    reopenIn(REOPEN_MS);
  });
  socket.on("connect_error", ({ message }) => {
    if (message === REFUSED) onRefused();
    reopenIn(message === REFUSED ? REFUSED_MS : RETRY_MS);
  });
  socket.on("overlaySource", onState);
  socket.on("overlayHappening", onHappening);
}
