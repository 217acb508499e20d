// Stock clients on command: one JSON object per line in, one per line out.
//
// in:  {act: "open", id, url, options} | {act: "emit", id, name, bytes} | {act: "close", id}
// out: {id, is: "open", transport} | {id, is: "upgrade", transport} | {id, is: "connect", transport}
//      | {id, is: "event", name, args} | {id, is: "connect_error", message}
//      | {id, is: "disconnect", reason}
import { createInterface } from "node:readline";
import { io } from "socket.io-client";

const sockets = new Map();

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function open({ id, url, options }) {
  const socket = io(url, {
    forceNew: true,
    reconnectionDelay: 20,
    reconnectionDelayMax: 100,
    ...options,
  });
  sockets.set(id, socket);
  socket.io.on("open", () => {
    const { engine } = socket.io;
    say({ id, is: "open", transport: engine.transport.name });
    engine.once("upgrade", (transport) => say({ id, is: "upgrade", transport: transport.name }));
  });
  socket.on("connect", () => {
    say({ id, is: "connect", transport: socket.io.engine.transport.name });
  });
  socket.on("connect_error", (error) => say({ id, is: "connect_error", message: error.message }));
  socket.on("disconnect", (reason) => say({ id, is: "disconnect", reason }));
  socket.onAny((name, ...args) => say({ id, is: "event", name, args }));
}

const acts = {
  open,
  emit: ({ id, name, bytes }) => sockets.get(id).emit(name, "x".repeat(bytes)),
  close: ({ id }) => sockets.get(id).close(),
};

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  acts[command.act](command);
}
process.exit(0);
