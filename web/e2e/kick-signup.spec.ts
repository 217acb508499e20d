import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoOverflow, test } from "./house";
import { startOwnServer, stopOwnServer } from "./own-server";

const PASSWORD = "A!password-of-mine-1";

/** Kick, where one person is logged in and asked for permission. */
async function startKick(): Promise<{ server: Server; address: string }> {
  const codes = new Set<string>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://kick");
    const json = (body: object) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    };
    if (pathname === "/oauth/authorize") {
      const code = randomUUID();
      codes.add(code);
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.search = new URLSearchParams({
        code,
        state: searchParams.get("state") ?? "",
      }).toString();
      response.setHeader("content-type", "text/html");
      response.end(`<!doctype html><title>Kick</title><a href="${back.href}">Allow</a>`);
    } else if (pathname === "/oauth/token") {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const form = new URLSearchParams(Buffer.concat(parts).toString());
        const isGood = codes.delete(form.get("code") ?? "") && form.get("code_verifier") !== null;
        response.statusCode = isGood ? 200 : 400;
        json(isGood ? { access_token: randomUUID(), expires_in: 3_600, scope: "user:read" } : {});
      });
    } else if (pathname === "/public/v1/users") json({ data: [{ user_id: 77, name: "Neon_Fox" }] });
    else {
      response.statusCode = 404;
      json({});
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Kick has no port.");
  return { server, address: `http://127.0.0.1:${address.port}` };
}

async function allow(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Allow" }).click();
}

/** At an address without the site's scripts, which would write the login again. */
async function forgetLogin(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/robots.txt`);
  await page.evaluate(() => localStorage.clear());
}

test("a visitor signs up with Kick, comes back with it, and is never locked out", async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "kick-"));
  const kick = await startKick();
  const site = await startOwnServer(folder, {
    POINTHOUSE_KICK__CLIENT_ID: "app-1",
    POINTHOUSE_KICK__CLIENT_SECRET: "secret",
    POINTHOUSE_KICK__ID_URL: kick.address,
    POINTHOUSE_KICK__API_URL: kick.address,
    POINTHOUSE_KICK__SIGN_IN: "true",
  });
  try {
    await page.goto(`${site.address}/signup?redirect=%2Faccount`);
    await page.getByRole("button", { name: "Sign up with Kick" }).click();
    await allow(page);
    await expect(page.getByText("You'll log in with Kick as Neon_Fox")).toBeVisible();
    await expect(page.getByLabel("Username")).toHaveValue("Neon_Fox");
    await expect(page).toHaveURL(`${site.address}/signup?redirect=%2Faccount`);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByLabel("Email").fill("fox@example.com");
    await page.getByRole("checkbox", { name: /^I agree/ }).check();
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL(`${site.address}/account`);
    await expect(page.getByRole("heading", { name: "Set a Password" })).toBeVisible();
    await expect(page.getByText("You can sign in here with Kick.")).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);

    // The last way in stays.
    await page.getByRole("button", { name: "Unlink", exact: true }).click();
    const unlink = page.getByRole("dialog");
    await unlink.getByRole("button", { name: "Unlink" }).click();
    await expect(unlink.getByText("This is the only way you can log in.")).toBeVisible();
    await unlink.getByRole("button", { name: "Keep it" }).click();

    // A change asks for a proof once the login is a while ago: a visit to Kick.
    await page.route("**/api/auth/change-password", async (route) => {
      const json = { success: false, error: "proof", message: "Please confirm first" };
      await route.fulfill({ status: 403, json });
    });
    await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm new password").fill(PASSWORD);
    await page.getByRole("button", { name: "Set a Password" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm that it's you" });
    await proof.getByRole("button", { name: "Confirm with Kick" }).click();
    await allow(page);
    await expect(page.getByText("Kick has confirmed that it's you.")).toBeVisible();
    await page.unroute("**/api/auth/change-password");
    await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm new password").fill(PASSWORD);
    await page.getByRole("button", { name: "Set a Password" }).click();
    await expect(page.getByText("Your password is set.")).toBeVisible();
    await expect(page.getByLabel("Current password")).toBeVisible();

    // Both ways lead in from now on.
    await forgetLogin(page, site.address);
    await page.goto(`${site.address}/login?redirect=%2Faccount`);
    await page.getByRole("button", { name: "Sign in with Kick" }).click();
    await allow(page);
    await expect(page).toHaveURL(`${site.address}/account`);
    await forgetLogin(page, site.address);
    await page.goto(`${site.address}/login?redirect=%2Faccount`);
    await page.getByLabel("Email or username").fill("Neon_Fox");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page).toHaveURL(`${site.address}/account`);
  } finally {
    // A page that is open would report its lost socket.
    await page.goto("about:blank");
    await stopOwnServer(site);
    kick.server.close();
    await rm(folder, { recursive: true });
  }
});
