import { readFileSync } from "node:fs";
import { Agent } from "node:http";
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from "@playwright/test";
import type axe from "axe-core";

// Playwright keeps the connections of its own calls. The server closes one after five idle seconds, and a
// call that reuses it in that moment fails.
Agent.prototype.keepSocketAlive = () => false;

export const PASSWORD = "Correct-horse-9!";

/** A member as the API made it, for tests whose subject is not the signup form. */
export type Newcomer = { id: string; username: string; email: string; token: string };

type House = {
  /** Nothing may be logged as an error or break in any test. */
  quietConsole: undefined;
  newcomer: Newcomer;
  admin: Admin;
};

type Waiting = { id: string; platform_username: string; status: string };

export class Admin {
  private readonly request: APIRequestContext;
  private readonly headers: Record<string, string>;

  constructor(request: APIRequestContext, token: string) {
    this.request = request;
    this.headers = { Authorization: `Bearer ${token}` };
  }

  async givePoints(userId: string, amount: number): Promise<void> {
    await this.post("/api/auth/admin/manage-points", { userId, action: "add", amount });
  }

  async takePoints(userId: string, amount: number): Promise<void> {
    await this.post("/api/auth/admin/manage-points", { userId, action: "remove", amount });
  }

  /** Opens or closes a game for everybody. */
  async switchGame(gameId: string, open: boolean): Promise<void> {
    await this.post("/api/auth/admin/game-maintenance", { gameId, disabled: !open });
  }

  /** Opens or closes all games at once. */
  async switchAllGames(open: boolean): Promise<void> {
    await this.post("/api/auth/admin/game-maintenance-all", { disabled: !open });
  }

  /** Closes the whole site to members, or opens it. */
  async closeSite(closed: boolean): Promise<void> {
    await this.post("/api/auth/admin/maintenance-mode", { enabled: closed });
  }

  /** Replaces the whole list of challenges. */
  async publishChallenges(challenges: readonly object[]): Promise<void> {
    await this.post("/api/challenges", challenges);
  }

  /** Replaces everything on the shelf of the points shop. */
  async publishItems(items: readonly object[]): Promise<void> {
    await this.post("/api/points-shop", items);
  }

  /** Opens the points shop, or lays the overlay over it. */
  async openShop(open: boolean): Promise<void> {
    await this.post("/api/points-shop/config", { comingSoonEnabled: !open });
  }

  /** Says yes or no to the name at the casino that waits. */
  async decideCasinoName(
    name: string,
    status: "approved" | "rejected",
    adminNote = "",
  ): Promise<void> {
    const path = "/api/auth/gaming-approvals";
    const list = await this.request.get(path, { headers: this.headers });
    const { approvals }: { approvals: Waiting[] } = await list.json();
    const waiting = approvals.find(
      (row) => row.platform_username === name && row.status === "pending",
    );
    const data = { status, adminNote };
    const answer = await this.request.put(`${path}/${waiting?.id ?? name}`, {
      headers: this.headers,
      data,
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }

  private async post(path: string, data: object): Promise<void> {
    const answer = await this.request.post(path, { headers: this.headers, data });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  }
}

/**
 * Resolves once the page goes back over no closed dialog's entry any more (`ui/back-closes.ts`): the browser
 * ends one of two navigations that meet.
 */
async function historySettled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => !(history.state?.overlays > 0) || document.querySelector("[role=dialog]") !== null,
  );
}

export const test = base.extend<House>({
  page: async ({ page }, provide) => {
    const open = page.goto.bind(page);
    const again = page.reload.bind(page);
    page.goto = async (...args) => {
      await historySettled(page);
      return open(...args);
    };
    page.reload = async (...args) => {
      await historySettled(page);
      return again(...args);
    };
    await provide(page);
  },
  quietConsole: [
    async ({ page }, provide) => {
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("console", (message) => {
        const text = message.text();
        // Refusals that a test provokes are logged by the browser itself; they are no complaint.
        if (message.type() !== "error" || text.startsWith("Failed to load resource")) return;
        // Nor are calls of a browser that the test itself has taken off the network.
        if (text.includes("net::ERR_INTERNET_DISCONNECTED")) return;
        complaints.push(text);
      });
      await provide(undefined);
      // An answer that a test changes on its way may still be under way when the test has seen enough.
      await page.unrouteAll({ behavior: "ignoreErrors" });
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  newcomer: async ({ request }, provide) => {
    await provide(await signUp(request));
  },
  admin: async ({ request }, provide) => {
    const password = process.env.POINTHOUSE_ADMIN_PASSWORD;
    const answer = await request.post("/api/admin/login", { data: { password } });
    expect(answer.status(), await answer.text()).toBe(200);
    const { token }: { token: string } = await answer.json();
    await provide(new Admin(request, token));
  },
});

let counter = 0;

/** A name nobody has taken, also not in an earlier run against the same server. */
export function freshName(): string {
  counter += 1;
  return `m${Date.now().toString(36)}${counter}${Math.random().toString(36).slice(2, 6)}`;
}

async function signUp(request: APIRequestContext): Promise<Newcomer> {
  const username = freshName();
  const email = `${username}@example.com`;
  const answer = await request.post("/api/auth/signup", {
    data: { username, email, password: PASSWORD },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { user, token }: { user: { id: string }; token: string } = await answer.json();
  return { id: user.id, username, email, token };
}

/** Opens every page of a context as this member, as a reload after a login would. */
export async function enterAs(context: BrowserContext, member: Newcomer): Promise<void> {
  const answer = await context.request.get("/api/auth/me", {
    headers: { Authorization: `Bearer ${member.token}` },
  });
  const { user }: { user: object } = await answer.json();
  await context.addInitScript(
    ([token, stored]) => {
      // Only into an untouched storage: a logout in the test has to hold.
      if (sessionStorage.getItem("entered") !== null) return;
      sessionStorage.setItem("entered", "yes");
      localStorage.setItem("pointhouse.token", token);
      localStorage.setItem("pointhouse.member", stored);
    },
    [member.token, JSON.stringify(user)] as const,
  );
}

type Color = { r: number; g: number; b: number; alpha: number };
type Parse = (this: Color, text: string) => Color;
type WithAxe = {
  axe: typeof axe & { commons: { color: { Color: { prototype: { parseString: Parse } } } } };
};

/** Half as much to send and to parse as the source that the package exports. */
const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** Puts axe on the page. It parses the same few colours for every text and what is behind it: here, once. */
async function addAxe(page: Page): Promise<void> {
  await page.evaluate(AXE);
  await page.evaluate(() => {
    const { Color } = (window as unknown as WithAxe).axe.commons.color;
    const parse = Color.prototype.parseString;
    const parsed = new Map<string, Color>();
    Color.prototype.parseString = function (text) {
      const known = parsed.get(text);
      if (known !== undefined) return Object.assign(this, known);
      parse.call(this, text);
      parsed.set(text, { r: this.r, g: this.g, b: this.b, alpha: this.alpha });
      return this;
    };
  });
}

/** No violation of WCAG A or AA on the page, with everything that moves at its end. */
export async function expectAccessible(page: Page): Promise<void> {
  // What waits for an answer is dimmed below the contrast that it has with one.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const { height, isAdded } = await page.evaluate(() => {
    // Taken to its end instead of waited for: a browser that has no frame to draw ends none.
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations === 1);
    for (const animation of ending) animation.finish();
    return { height: document.documentElement.scrollHeight, isAdded: "axe" in window };
  });
  // On a screen as high as the page no bar covers what could be scrolled clear of it.
  const viewport = page.viewportSize();
  const isHigher = viewport !== null && height > viewport.height;
  if (isHigher) await page.setViewportSize({ width: viewport.width, height });
  if (!isAdded) await addAxe(page);
  // Called without the builder, which would ask for every frame: no page here has any.
  const violations = await page.evaluate(async () => {
    const result = await (window as unknown as WithAxe).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
      // Only violations are read, and no page has an element that plays sound or film.
      resultTypes: ["violations"],
      preload: false,
    });
    return result.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`,
    );
  });
  if (isHigher) await page.setViewportSize(viewport);
  expect(violations).toEqual([]);
}

/** Nothing sticks out of the screen sideways. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const width = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(width[0]).toBe(width[1]);
}

export { ONCE } from "./once";
export { expect };
