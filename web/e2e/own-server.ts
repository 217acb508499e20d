import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

type OwnServer = { process: ChildProcess; address: string };

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return address.port;
}

/**
 * A server on a folder of its own, at an address with a name, which no other test meets.
 * @param settings By the names of their environment variables.
 * @param again A server that was stopped, whose address the new one has.
 */
export async function startOwnServer(
  folder: string,
  settings: Readonly<Record<string, string>>,
  again?: OwnServer,
): Promise<OwnServer> {
  const binary = process.env.POINTHOUSE_BINARY;
  if (binary === undefined) throw new Error("scripts/browser-test names the binary.");
  const port = again === undefined ? await freePort() : Number(new URL(again.address).port);
  const address = `http://localhost:${port}`;
  const args = ["serve", "--data", folder, "--listen", `127.0.0.1:${port}`];
  const server = spawn(binary, args, {
    env: { ...process.env, POINTHOUSE_PLACE__URL: address, ...settings },
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const line of createInterface({ input: server.stdout }))
    if (line.includes("is open on")) return { process: server, address };
  throw new Error("The server did not start.");
}

/** Ends the server in order, unless it has ended. */
export async function stopOwnServer({ process: server }: OwnServer): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill();
  await ended;
}
