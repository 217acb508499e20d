// Takes the pictures of the README from a site with demo content (scripts/pictures).
// usage: POINTHOUSE_URL=... node tools/pictures.mjs FOLDER
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const [folder] = process.argv.slice(2);
const { POINTHOUSE_URL: site, CHROMIUM_PATH: executablePath } = process.env;
const members = JSON.parse(
  await readFile(new URL("../../data/demo/members.json", import.meta.url), "utf8"),
);

const browser = await chromium.launch({ executablePath, args: ["--disable-gpu"] });

/** A window of a fixed size in which nothing moves. */
async function open(width, height) {
  const context = await browser.newContext({
    baseURL: site,
    viewport: { width, height },
    reducedMotion: "reduce",
    timezoneId: "UTC",
    locale: "en-US",
  });
  return context.newPage();
}

async function take(page, name) {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
  await page.context().close();
}

const home = await open(1280, 800);
await home.goto("/", { waitUntil: "networkidle" });
await take(home, "home");

const game = await open(1280, 800);
await game.goto("/login?redirect=%2Fgames%2Fblackjack");
await game.getByLabel(/^email/i).fill(members[0].email);
await game.getByLabel("Password", { exact: true }).fill(members[0].password);
await game.getByRole("button", { name: "Log in", exact: true }).click();
await game.getByRole("heading", { level: 1, name: "Blackjack" }).waitFor();
await game.getByRole("button", { name: /^deal/i }).click();
await game
  .getByText(/^Dealer/)
  .first()
  .waitFor();
await game.waitForLoadState("networkidle");
await take(game, "game");

const panel = await open(1280, 800);
await panel.goto("/admin");
await panel.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD);
await panel.getByRole("button", { name: "Enter" }).click();
await panel.getByRole("heading", { name: "Dashboard" }).waitFor();
await panel.waitForLoadState("networkidle");
await take(panel, "panel");

const overlay = await open(1280, 300);
await overlay.goto("/stream");
// The scene with the points leaderboard.
await overlay.locator("main[data-scene=points]").waitFor({ timeout: 60_000 });
await overlay.addStyleTag({ content: "body{background:#2b2733!important}" });
await take(overlay, "overlay");

await browser.close();
