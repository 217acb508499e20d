import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { enterByCall, type Opened, signUpAnother, startGiveaway } from "./giveaways";
import { expect, freshName, type Newcomer, test } from "./house";
import { openHunt } from "./hunts";
import { enterPanel, logInByCall } from "./people";

test.beforeEach(({ isMobile }) => test.skip(isMobile, "It sets the sizes itself."));

/** Phones have no other page of the panel than the one for the stream: there a narrow window stands for them. */
const sizes = { laptop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;

/** Presses as docs/stream.md counts them, a text with the Enter that ends it being one. */
type Hands = {
  press: (button: Locator) => Promise<void>;
  type: (field: Locator, text: string, end?: "Enter") => Promise<void>;
};

type Way = {
  path: string;
  presses: number;
  run: (page: Page, hands: Hands) => Promise<void>;
};

const rows: string[] = [];

/** Does a job in one way at a size, checks the presses, and notes them with the seconds, which nothing checks. */
async function measure(page: Page, what: string, size: keyof typeof sizes, way: Way) {
  await page.setViewportSize(sizes[size]);
  await page.goto(way.path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  let presses = 0;
  const began = performance.now();
  await way.run(page, {
    press: async (button) => {
      presses += 1;
      await button.click();
    },
    type: async (field, text, end) => {
      presses += 1;
      await field.fill(text);
      if (end !== undefined) await field.press(end);
    },
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  rows.push(
    `${what} | ${size} | ${way.path.replace(/hunts\/\w+/, "hunts/ID")} | ${presses} | ${seconds}`,
  );
  expect(presses, `${what}, ${size}, ${way.path}`).toBe(way.presses);
}

test.afterAll(() => {
  process.stdout.write(`job | size | way | presses | seconds\n${rows.join("\n")}\n`);
});

const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (within: Locator | Page, name: string | RegExp) =>
  within.getByRole("button", { name, exact: true });

/** The giveaway for a prize that no other has. */
async function giveawayFor(request: APIRequestContext, prize: string): Promise<Opened> {
  const list = await request.get("/api/giveaways");
  const { giveaways }: { giveaways: (Opened & { prize: string })[] } = await list.json();
  const drop = giveaways.find((one) => one.prize === prize);
  if (drop === undefined) throw new Error(`${prize} is not on the list.`);
  return drop;
}

async function enter(request: APIRequestContext, member: Newcomer, prize: string): Promise<void> {
  const drop = await giveawayFor(request, prize);
  await enterByCall(request, member, drop, { entryType: "free", entryCost: 0, ticketCount: 1 });
}

async function askForNames(request: APIRequestContext): Promise<[string, string][]> {
  const asked: [string, string][] = [];
  for (let number = 0; number < 3; number += 1) {
    const { username, token } = await signUpAnother(request);
    const name = freshName();
    const headers = { Authorization: `Bearer ${token}` };
    const data = { rainbetUsername: name };
    const answer = await request.put("/api/auth/update-gaming", { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
    asked.push([name, username]);
  }
  return asked;
}

for (const size of ["laptop", "phone"] as const) {
  test(`a giveaway takes fewer presses on the page for the stream: ${size}`, async ({
    page,
    context,
    request,
    newcomer,
  }) => {
    await enterPanel(context, await logInByCall(request));
    const mug = `Mug ${freshName()}`;
    await measure(page, "giveaway", size, {
      path: "/admin/stream",
      presses: 4,
      run: async (_, { press, type }) => {
        const giveaway = part(page, "Giveaway");
        await type(giveaway.getByLabel("Prize"), mug);
        await press(button(giveaway, "Start"));
        await expect(giveaway.getByText("0 tickets of 0 members")).toBeVisible();
        await enter(request, newcomer, mug);
        await press(button(giveaway, "End and draw"));
        await press(button(giveaway, "Press again to draw"));
        await expect(giveaway.getByRole("status").getByText(newcomer.username)).toBeVisible();
      },
    });
    const cap = `Cap ${freshName()}`;
    await measure(page, "giveaway", size, {
      path: "/admin/giveaways",
      presses: 7,
      run: async (_, { press, type }) => {
        const dialog = page.getByRole("dialog");
        await press(button(page, "Create Giveaway"));
        await type(dialog.getByLabel("Title"), cap);
        await type(dialog.getByLabel("Prize"), cap);
        await press(button(dialog, "Create Giveaway"));
        const created = page.getByRole("dialog", { name: "Giveaway Created!" });
        await press(created.getByRole("button").last());
        // It starts 30 seconds after it is saved; the wait is not counted.
        const card = page.getByRole("article", { name: cap });
        await expect(card).toContainText("Starts in");
        await startGiveaway(request, await giveawayFor(request, cap));
        await expect(card).toContainText("Active");
        await enter(request, newcomer, cap);
        await press(card.getByRole("button", { name: /^End Early/ }));
        await press(button(dialog, "End Early"));
        await expect(page.getByText(`${cap}: The winner is ${newcomer.username}.`)).toBeVisible();
      },
    });
  });

  test(`three names take fewer presses on the page for the stream: ${size}`, async ({
    page,
    context,
    request,
  }) => {
    await enterPanel(context, await logInByCall(request));
    const first = await askForNames(request);
    await measure(page, "three names", size, {
      path: "/admin/stream",
      presses: 3,
      run: async (_, { press }) => {
        for (const [name, member] of first)
          await press(button(part(page, "Casino names"), `Approve ${name} of ${member}`));
      },
    });
    const second = await askForNames(request);
    await measure(page, "three names", size, {
      path: "/admin/gaming-approvals",
      presses: 6,
      run: async (_, { press }) => {
        for (const [name] of second) {
          const approve = button(page, new RegExp(`^Approve ${name}`));
          await press(approve);
          await press(button(page.getByRole("dialog"), "Approve"));
          await expect(approve).toBeHidden();
        }
      },
    });
  });

  test(`five slots take fewer presses on the page for the stream: ${size}`, async ({
    page,
    context,
    request,
  }) => {
    await enterPanel(context, await logInByCall(request));
    const names = [1, 2, 3, 4, 5, 6].map((number) => `Slot ${number}`);
    const slots = names.map((slotName) => ({ slotName, betAmount: 1 }));
    await openHunt(request, slots);
    await measure(page, "five slots", size, {
      path: "/admin/stream",
      presses: 5,
      run: async (_, { type }) => {
        const hunt = part(page, "Bonus hunt");
        for (let number = 1; number <= 5; number += 1) {
          await expect(hunt.getByText(`Slot ${number}`, { exact: true })).toBeVisible();
          await type(hunt.getByLabel("Win", { exact: true }), String(number), "Enter");
          await expect(hunt.getByText(`${number} of 6 opened`)).toBeVisible();
        }
      },
    });
    const { id } = await openHunt(request, slots);
    await measure(page, "five slots", size, {
      path: `/admin/bonus-hunts/${id}/edit`,
      presses: 11,
      run: async (_, { press, type }) => {
        await press(button(page, "Manage Slots"));
        for (const name of names.slice(0, 5)) {
          await press(button(page, new RegExp(`^Play ${name},`)));
          await type(page.getByRole("dialog").getByLabel("Win amount"), "1", "Enter");
          await expect(page.getByRole("dialog")).toBeHidden();
        }
      },
    });
  });

  test(`points by name take fewer presses on the page for the stream: ${size}`, async ({
    page,
    context,
    request,
    newcomer,
  }) => {
    await enterPanel(context, await logInByCall(request));
    await measure(page, "points", size, {
      path: "/admin/stream",
      presses: 3,
      run: async (_, { press, type }) => {
        const points = part(page, "Points");
        await type(points.getByLabel("Member"), newcomer.username);
        await expect(points.getByRole("radio", { name: newcomer.username })).toBeChecked();
        await type(points.getByLabel("Reason"), "Won the raffle");
        await press(button(points, `Give 250 points to ${newcomer.username}`));
        await expect(points.getByText(`${newcomer.username} got 250 points.`)).toBeVisible();
      },
    });
    await measure(page, "points", size, {
      path: "/admin/accounts",
      presses: 5,
      run: async (_, { press, type }) => {
        await type(page.getByRole("textbox", { name: "Search accounts" }), newcomer.username);
        const card = page.getByRole("article", { name: newcomer.username });
        await press(card.getByRole("button", { name: /^Manage Points/ }));
        const dialog = page.getByRole("dialog");
        await type(dialog.getByLabel("Amount"), "250");
        await type(dialog.getByLabel("Reason"), "Won the raffle");
        await press(button(dialog, "Add"));
        await expect(dialog).toBeHidden();
      },
    });
  });
}
