import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Locator, Page } from "@playwright/test";
import { expect, expectNoOverflow, ONCE, test } from "./house";
import { png } from "./png";

const NAME = "Neon Fox";
const ACCENT = "#4db8f2";
const PASSWORD = "a password of the owner";

/** A server of its own on an empty folder, with the link that it prints. */
type NewSite = { process: ChildProcess; link: string; address: string };

async function startOn(folder: string): Promise<NewSite> {
  const binary = process.env.POINTHOUSE_BINARY;
  if (binary === undefined) throw new Error("scripts/browser-test names the binary.");
  // Settings for the tests' speed are kept; a site without an owner has no password yet.
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("POINTHOUSE_") || name.includes("__"),
  );
  const args = ["serve", "--data", folder, "--listen", "127.0.0.1:0"];
  const server = spawn(binary, args, {
    env: Object.fromEntries(kept),
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const [, link] = /Set it up here: (\S+)/.exec(line) ?? [];
    if (link !== undefined) return { process: server, link, address: new URL(link).origin };
  }
  throw new Error("The server printed no link.");
}

async function fill(place: Page | Locator, label: string, text: string): Promise<void> {
  await place.getByLabel(label, { exact: true }).fill(text);
}

/** Opens a page of the panel from its menu. */
async function open(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name }).click();
}

async function openSection(page: Page, title: string): Promise<void> {
  await open(page, "Settings");
  await page.getByRole("main").getByRole("link", { name: title }).first().click();
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
}

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("All changes are saved.")).toBeVisible();
}

/** A step of the streamer, with its time for the reader. */
const step = (title: string, run: () => Promise<void>) =>
  test.step(title, async () => {
    const began = performance.now();
    await run();
    const seconds = (performance.now() - began) / 1000;
    process.stdout.write(`    ${seconds.toFixed(1)} s  ${title}\n`);
  });

let site: NewSite;
let folder: string;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "first-steps-"));
  site = await startOn(join(folder, "data"));
});

test.afterEach(async ({ context }) => {
  // An open page would complain that its server is gone.
  await Promise.all(context.pages().map((page) => page.goto("about:blank")));
  site.process.kill("SIGTERM");
  const [code] = await once(site.process, "exit");
  await rm(folder, { recursive: true });
  expect(code).toBe(0);
});

test("from an empty folder to a site with brand, prizes, giveaway and overlay", {
  tag: ONCE,
}, async ({ page, context }) => {
  const visitor = await context.newPage();
  const visit = (path: string) => visitor.goto(site.address + path);

  await step("the site is set up", async () => {
    await page.goto(site.link);
    await fill(page, "Panel password", PASSWORD);
    await fill(page, "Site name", NAME);
    await fill(page, "Accent colour", ACCENT);
    await page.getByRole("button", { name: "Open the panel" }).click();
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    await expect(page.getByText(NAME, { exact: true })).toBeVisible();
    await visit("/");
    await expect(visitor).toHaveTitle(NAME);
    await expect(visitor.getByRole("heading", { level: 1 })).toContainText(NAME);
    await expect(visitor.locator("html")).toHaveCSS("--accent", ACCENT);
  });

  await step("the brand has its pictures", async () => {
    await openSection(page, "Brand");
    await fill(page, "Tagline", "Late nights, loud wins");
    for (const picture of ["Logo", "Sign", "Tab icon"]) {
      const file = { name: "picture.png", mimeType: "image/png", buffer: png(200) };
      await page.getByLabel(`${picture}: file`).setInputFiles(file);
      await expect(page.getByRole("img", { name: `${picture} now` })).toBeVisible();
    }
    await save(page);
    await visit("/");
    await expect(visitor.getByText("Late nights, loud wins")).toBeVisible();
    await expect(visitor.getByRole("banner").getByRole("img", { name: NAME })).toBeVisible();
    await expect(visitor.locator('link[rel="icon"]')).toHaveAttribute("href", /pictures\/3\.png$/);
    await expectNoOverflow(visitor);
  });

  await step("the casino is named", async () => {
    await openSection(page, "Casino");
    await fill(page, "Casino name", "Den Casino");
    await fill(page, "Casino address", "https://casino.example/");
    await fill(page, "Promo code", "FOX");
    await save(page);
    await visit("/");
    await expect(visitor.getByText("FOX").first()).toBeVisible();
  });

  await step("the wager leaderboard has prizes", async () => {
    await openSection(page, "Wager leaderboard");
    await page.getByRole("button", { name: "Add period" }).click();
    const period = page.getByRole("group", { name: "Period 1" });
    await fill(period, "Prize pool", "1000");
    for (const [prize, amount] of [
      ["1st prize", "600"],
      ["2nd prize", "400"],
    ] as const) {
      await period.getByRole("button", { name: "Add a rank" }).click();
      await fill(period, prize, amount);
    }
    await expect(period.getByText("The prizes add up to the pool: $1,000.")).toBeVisible();
    await save(page);
    await visit("/leaderboard");
    await expect(visitor.getByText("$1,000").first()).toBeVisible();
  });

  await step("a giveaway is open", async () => {
    await open(page, "Giveaways");
    await page.getByRole("button", { name: "Create Giveaway" }).click();
    const dialog = page.getByRole("dialog");
    await fill(dialog, "Title (required)", "Opening night");
    await fill(dialog, "Prize (required)", "A keyboard");
    await dialog.getByRole("button", { name: "Create Giveaway" }).click();
    await expect(page.getByRole("dialog", { name: "Giveaway Created!" })).toBeVisible();
    await page.keyboard.press("Escape");
    await visit("/giveaways");
    await expect(visitor.getByText("Opening night")).toBeVisible();
  });

  await step("the overlay has the brand", async () => {
    await open(page, "Stream Overlay");
    await expect(page.getByText(`${site.address}/stream`)).toBeVisible();
    await visit("/stream");
    await expect(visitor.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
    await expect(visitor.locator(".figure img")).toHaveAttribute("src", /pictures\/2\.png$/);
    await expect(visitor.locator("html")).toHaveCSS("--accent", ACCENT);
  });
});
