import { expect, expectAccessible, expectNoOverflow, test } from "./house";

test("the site says how it fares, and writes a backup", async ({ page, isMobile }) => {
  test.skip(isMobile, "Phones are sent away.");
  await page.goto("/admin");
  await page.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await page.getByRole("button", { name: "Enter" }).click();
  await page.getByRole("link", { name: "Health", exact: true }).click();
  // A server of a test has neither a mail server nor an address; another test may have backed it up or given many points.
  const verdict = (text: string | RegExp) => page.getByText(text, { exact: true });
  await expect(
    verdict(
      /^Needs attention: (Unusual points given by hand · )?(No recent backup · )?Email isn't set up · The site's address isn't set$/,
    ),
  ).toBeVisible();
  await expect(page.getByRole("table", { name: /^External services/ })).toContainText("Mail");
  // Emails are written into files here, and leave at once.
  await expect(page.getByText("No emails are waiting.")).toBeVisible();
  await page.getByRole("tab", { name: /^Failed/ }).click();
  await expect(page.getByText("No failed emails.")).toBeVisible();
  await page.getByRole("button", { name: "Back up now" }).click();
  const said = await page.getByText(/^Everything is in /).textContent();
  const file = said?.replace("Everything is in ", "") ?? "";
  await expect(page.getByRole("table", { name: /^Backups/ }).getByText(file)).toBeVisible();
  await expect(
    verdict(
      /^Needs attention: (Unusual points given by hand · )?Email isn't set up · The site's address isn't set$/,
    ),
  ).toBeVisible();
  await page.getByRole("button", { name: "Download a backup" }).click();
  const dialog = page.getByRole("dialog", { name: "Download a backup" });
  await expectAccessible(page);
  await dialog.getByLabel("Passphrase", { exact: true }).fill("wombats dig at night");
  await dialog.getByLabel("Passphrase again").fill("wombats dig at night");
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download", exact: true }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.base\.age$/);
  await expect(dialog).toBeHidden();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 480, height: 800 });
  await expectNoOverflow(page);
  // Its tables have fewer columns there.
  await expectAccessible(page);
});
