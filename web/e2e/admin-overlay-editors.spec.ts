import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, ONCE, test } from "./house";
import { addressesOf, panel } from "./overlay";
import { startOwnServer, stopOwnServer } from "./own-server";

for (const what of ["away", "gateway"])
  test(`probe ${what}`, { tag: ONCE }, async ({ context, request }) => {
    const folder = await mkdtemp(join(tmpdir(), "probe-"));
    const server = await startOwnServer(folder, {});
    const call = await panel(request, server.address);
    const [path = ""] = await addressesOf(call, [{ id: "giveaway", options: { kind: "giveaway" } }]);
    await call("POST", "/api/giveaways", { title: "On air", prize: "A golden hat", entryType: "free", durationMinutes: 600 });
    const page = await context.newPage();
    await page.goto(`${server.address}${path}`);
    await expect(page.getByRole("main")).toContainText("A golden hat");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    console.log("cached after one opening:", await page.evaluate(async () => {
      const all: string[] = [];
      for (const name of await caches.keys())
        for (const r of await (await caches.open(name)).keys()) all.push(`${name} ${new URL(r.url).pathname}`);
      return all;
    }));
    if (what === "gateway") { await page.reload(); await expect(page.getByRole("main")).toContainText("A golden hat");
    console.log("cached after two:", await page.evaluate(async () => (await (await caches.open("stream-sources")).keys()).map((r) => new URL(r.url).pathname))); }
    await stopOwnServer(server);
    const gateway = createServer((_, answer) => { answer.writeHead(502, { "Content-Type": "text/html" }); answer.end("<body style='background:white'>502 Bad Gateway</body>"); });
    if (what === "gateway") await new Promise<void>((done) => gateway.listen(Number(new URL(server.address).port), "127.0.0.1", done));
    const other = await context.newPage();
    const result = await other.goto(`${server.address}${path}`).then((a) => String(a?.status()), String);
    console.log(what, "opened again:", result.split("\n")[0], "| text:", JSON.stringify(await other.evaluate(() => document.body.innerText)));
    gateway.closeAllConnections(); gateway.close();
    await rm(folder, { recursive: true, force: true });
  });
