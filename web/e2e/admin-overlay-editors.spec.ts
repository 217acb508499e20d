import type { BrowserContext, Page } from "@playwright/test";
import { expect, ONCE, test } from "./house";
import { addressesOf, panel, type Source } from "./overlay";

/** Two editors of the sources, open at once. `admin-editors.spec.ts` has the choice between two names of one source. */

const SOURCES: readonly Source[] = [
  { id: "first000", options: { kind: "hunt" } },
  { id: "second00", options: { kind: "giveaway" } },
];

const nameField = (page: Page) => page.getByLabel("Name", { exact: true });
const saveButton = (page: Page) => page.getByRole("button", { name: "Save changes" });

/** The editor with this source chosen. */
async function openEditor(context: BrowserContext, id: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto("/admin");
  await page.getByLabel("Admin password").fill(process.env.POINTHOUSE_ADMIN_PASSWORD ?? "");
  await page.getByRole("button", { name: "Enter" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await page.goto("/admin/overlay?tab=sources");
  const list = page.getByRole("region", { name: "Sources", exact: true });
  await list.getByRole("button", { name: new RegExp(`^${id}`) }).click();
  await expect(nameField(page)).toHaveValue(id);
  return page;
}

/** Does what saves the sources, and waits until the server has saved them. */
async function saving(page: Page, save: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === "PUT" && answer.url().endsWith("/settings/overlay"),
  );
  await save();
  expect((await saved).status()).toBe(200);
}

type Call = Awaited<ReturnType<typeof panel>>;

async function savedSources(call: Call): Promise<unknown> {
  const { sections } = await call("GET", "/api/admin/settings");
  return sections.find(({ name }: { name: string }) => name === "overlay").values.sources;
}

for (const [title, own, expected] of [
  [
    "different sources: both changes are kept as they are suggested",
    "second00",
    [
      { id: "first000", name: "Theirs" },
      { id: "second00", name: "Mine" },
    ],
  ],
  [
    "the same source: the other version is not saved over before it was shown",
    "first000",
    [
      { id: "first000", name: "Mine" },
      { id: "second00", name: "second00" },
    ],
  ],
] as const)
  test(`two editors change ${title}`, { tag: ONCE }, async ({ context, browser, request }) => {
    const call = await panel(request);
    await addressesOf(call, SOURCES);
    const other = await browser.newContext();
    const theirs = await openEditor(other, "first000");
    const mine = await openEditor(context, own);
    // A change that begins after the other one was saved may begin with it, and is no conflict.
    await nameField(mine).fill("Mine");
    await nameField(theirs).fill("Theirs");
    await saving(theirs, () => saveButton(theirs).click());

    await saveButton(mine).click();
    const question = mine.getByRole("dialog");
    await expect(question).toContainText("Another admin changed these settings");
    await expect(question.getByRole("radio", { name: /^Theirs\s*Theirs/ })).toBeVisible();
    await expect(question.getByRole("radio", { name: /^Yours\s*Mine/ })).toBeVisible();
    // Nothing of mine is saved yet, and nothing of it is lost.
    expect(await savedSources(call)).toMatchObject([
      { id: "first000", name: "Theirs" },
      { id: "second00", name: "second00" },
    ]);
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(nameField(mine)).toHaveValue("Mine");

    await mine.getByRole("button", { name: "Compare" }).click();
    await saving(mine, () => question.getByRole("button", { name: "Save this choice" }).click());
    await expect(question).toBeHidden();
    expect(await savedSources(call)).toMatchObject([...expected]);
    await other.close();
  });
