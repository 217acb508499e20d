import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoOverflow, test } from "./house";
import { startOwnServer, stopOwnServer } from "./own-server";

const PASSWORD = "a password of the owner";

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
  const site = await startOwnServer(folder, { POINTHOUSE_ADMIN_PASSWORD: PASSWORD });
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
    // A page that is open would report its lost socket.
    await page.goto("about:blank");
    await stopOwnServer(site);
    await rm(folder, { recursive: true });
  }
});
