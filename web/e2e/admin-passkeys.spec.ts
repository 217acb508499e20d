import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoOverflow, test } from "./house";

const PASSWORD = "a password of the owner";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return address.port;
}

/** A server of its own: passkeys need an address with a name, and no other test meets this owner. */
async function start(folder: string): Promise<{ process: ChildProcess; address: string }> {
  const binary = process.env.POINTHOUSE_BINARY;
  if (binary === undefined) throw new Error("scripts/browser-test names the binary.");
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const args = ["serve", "--data", folder, "--listen", `127.0.0.1:${port}`];
  const server = spawn(binary, args, {
    env: { ...process.env, POINTHOUSE_ADMIN_PASSWORD: PASSWORD, POINTHOUSE_PLACE__URL: address },
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const line of createInterface({ input: server.stdout }))
    if (line.includes("is open on")) return { process: server, address };
  throw new Error("The server did not start.");
}

/** A device that asks for nobody's finger. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a passkey is made, logs in and proves; a recovery code replaces it once", async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "passkeys-"));
  const site = await start(folder);
  try {
    await addAuthenticator(page);
    await page.goto(`${site.address}/admin`);
    await page.getByLabel("Admin password").fill(PASSWORD);
    await page.getByRole("button", { name: "Enter" }).click();
    await page.getByRole("link", { name: /Owner$/ }).click();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByLabel("Name", { exact: true }).last().fill("Laptop");
    await page.getByRole("button", { name: "Continue" }).click();
    const codes = page.getByRole("dialog", { name: "Keep your recovery codes" });
    const recovery = await codes.getByRole("listitem").first().textContent();
    await codes.getByRole("button", { name: "I have kept them" }).click();
    await expect(page.getByText("Not used yet")).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);

    // A call that asks for a proof is made again once there is one.
    const calls: string[] = [];
    await page.route("**/api/sign-in/recovery-codes", async (route) => {
      calls.push(route.request().method());
      const json = { success: false, error: "proof", message: "Please confirm first" };
      await (calls.length === 1 ? route.fulfill({ status: 403, json }) : route.continue());
    });
    await page.getByRole("button", { name: "Make new codes" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Make new codes" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm that it's you" });
    await proof.getByRole("button", { name: "Use a passkey" }).click();
    const renewed = await codes.getByRole("listitem").first().textContent();
    expect(renewed).not.toBe(recovery);
    await codes.getByRole("button", { name: "I have kept them" }).click();
    expect(calls).toHaveLength(2);

    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("button", { name: "Log in with a passkey" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();

    await page.getByRole("button", { name: "Logout" }).click();
    // A logout on the dashboard leads to the site.
    await expect(page).toHaveURL(`${site.address}/`);
    await page.goto(`${site.address}/admin`);
    await page.getByLabel("Admin password").fill(PASSWORD);
    await page.getByRole("button", { name: "Enter" }).click();
    const code = page.getByLabel(/^Code from your authenticator app/);
    await expect(code).toBeFocused();
    await code.fill(recovery ?? "");
    await code.press("Enter");
    await expect(page.getByText("This code is wrong or was used before")).toBeVisible();
    await code.fill(renewed ?? "");
    await code.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  } finally {
    site.process.kill();
    await once(site.process, "exit");
    await rm(folder, { recursive: true });
  }
});
