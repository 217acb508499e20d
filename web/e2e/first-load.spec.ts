import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { enterAs, expect, test } from "./house";

/** What a browser asks for when a page is opened first: files of code and style. */
async function firstLoad(page: Page, path: string): Promise<{ files: string[]; scripts: number }> {
  const files: string[] = [];
  const sizes: Promise<number>[] = [];
  const count = (response: Response) => {
    const { pathname } = new URL(response.url());
    if (!/\.(js|css)$/.test(pathname)) return;
    files.push(pathname);
    if (pathname.endsWith(".js"))
      sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  };
  page.on("response", count);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.waitForLoadState("networkidle");
  // What comes later is not the first load, and its body may be asked for after the end of the test.
  page.off("response", count);
  const scripts = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return { files, scripts };
}

/** Most requests for code and style, and most gzip kilobytes of scripts. */
const limits = [
  ["/", 11, 135.7],
  ["/giveaways", 14, 141.5],
  ["/games/dice", 13, 144.4],
] as const;

for (const [path, requests, kilobytes] of limits)
  test(`the first load of ${path} is small`, async ({ page, context, newcomer, admin }) => {
    if (path === "/games/dice") {
      await admin.givePoints(newcomer.id, 100);
      await enterAs(context, newcomer);
    }
    const { files, scripts } = await firstLoad(page, path);
    expect(files.length, files.join("\n")).toBeLessThanOrEqual(requests);
    expect(new Set(files).size).toBe(files.length);
    expect(scripts / 1_000, files.join("\n")).toBeLessThanOrEqual(kilobytes);
  });

test("what is not on the screen is not loaded", async ({ page, isMobile }) => {
  const { files } = await firstLoad(page, "/");
  const has = (name: string) => files.some((file) => file.includes(`/${name}-`));
  expect(has("NavigationList")).toBe(!isMobile);
  expect(has("BottomBar")).toBe(isMobile);
});

test("pointing at a link loads its page, and the old page stays until then", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "fingers do not point");
  await page.goto("/");
  const link = page.getByRole("contentinfo").getByRole("link", { name: "Fairness and odds" });
  const loaded = page.waitForResponse(/FairnessPage-[\w-]+\.js$/);
  await link.hover();
  await loaded;
});
