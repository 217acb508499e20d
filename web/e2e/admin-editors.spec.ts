import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./house";
import { addressesOf, panel } from "./overlay";

test.beforeEach(({ isMobile }) => test.skip(isMobile, "Phones are sent away from the panel."));

const ID = "shared00";

/** The editor with the only source chosen. */
async function openEditor(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/admin");
  await page.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await page.goto("/admin/overlay?tab=sources");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(ID);
  return page;
}

test("two people who change the same source choose between both versions, and lose nothing", async ({
  context,
  browser,
  request,
}) => {
  const call = await panel(request);
  await addressesOf(call, [{ id: ID, options: { kind: "hunt" } }]);
  const mine = await openEditor(context);
  const other = await browser.newContext();
  const theirs = await openEditor(other);

  await theirs.getByLabel("Name", { exact: true }).fill("Theirs");
  const saved = theirs.waitForResponse(
    (answer) => answer.request().method() === "PUT" && answer.url().endsWith("/settings/overlay"),
  );
  await theirs.getByRole("button", { name: "Save changes" }).click();
  expect((await saved).status()).toBe(200);

  await mine.getByLabel("Name", { exact: true }).fill("Mine");
  await mine.getByLabel("Width", { exact: true }).fill("900");
  await mine.getByRole("button", { name: "Save changes" }).click();
  const question = mine.getByRole("dialog");
  const name = question.getByRole("group", { name: /: Name$/ });
  await expect(name.getByRole("radio", { name: /^Theirs\s*Theirs/ })).toBeVisible();
  await name.getByRole("radio", { name: /^Yours\s*Mine/ }).check();
  await question.getByRole("button", { name: "Save this choice" }).click();
  await expect(question).toBeHidden();

  const { sections } = await call("GET", "/api/admin/settings");
  const { values } = sections.find((one: { name: string }) => one.name === "overlay");
  expect(values.sources).toMatchObject([{ id: ID, name: "Mine", width: 900 }]);
  await other.close();
});
