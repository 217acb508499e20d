import type { io } from "socket.io-client";
import { expect, it, vi } from "vitest";
import { connectLive } from "./live-connection";

it("sends nothing more over a connection that it closes", () => {
  const send = vi.fn();
  const socket = {
    connected: true,
    on: vi.fn(),
    removeAllListeners: vi.fn(),
    disconnect: () => socket.connected && send("goodbye"),
    io: { engine: { close: () => (socket.connected = false) } },
  };
  const close = connectLive(
    {
      token: "t-1",
      adminToken: null,
      onOnline: () => undefined,
      onOffline: () => undefined,
      onRefused: () => undefined,
    },
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part of the library that is used
    (() => socket) as unknown as typeof io,
  );
  close();
  expect(socket.connected).toBe(false);
  expect(send).not.toHaveBeenCalled();
});
