import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { beginSession, endSession } from "@/features/session/actions";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { HomePage } from "./HomePage";

const site = {
  success: true,
  name: "Northside",
  promoCode: "NORTH",
  casinoName: "Goldhall",
  casinoUrl: "https://casino.example/",
  watchLiveUrl: "https://live.example/",
  responsibleGamingUrl: "https://safe.example/",
  leaderboardBadge: "$3.5K",
  links: [],
  counters: { winnings: 40_000, hours: 2_000, members: 1_100, entertainment: 100 },
  wagerTiers: [],
};

/** What the eye sees of the winnings; the figure itself stands beside it for screen readers. */
const shown = () => screen.getByText("$40,000").parentElement?.firstChild?.textContent;

const fetched = vi.fn<(request: Request) => Promise<Response>>();
const answerWith = (answer: object, status = 200) =>
  fetched.mockImplementation(async ({ url }) =>
    url.endsWith("/api/site")
      ? jsonAnswer(answer, status)
      : jsonAnswer({ success: true, games: {} }),
  );

beforeEach(() => {
  fetched.mockReset();
  stubFetch(fetched);
});

describe("the home page", () => {
  it("shows only the figures that the streamer has set", async () => {
    answerWith({ ...site, counters: { winnings: 0, hours: 2_000, members: 0, entertainment: 0 } });
    renderPage(<HomePage />);
    const figures = within(await screen.findByLabelText("The community in figures"));
    await figures.findAllByText("2,000");
    expect(figures.getAllByRole("term")).toHaveLength(1);
  });

  it("shows no figures while none is set", async () => {
    answerWith({ ...site, counters: { winnings: 0, hours: 0, members: 0, entertainment: 0 } });
    renderPage(<HomePage />);
    await waitFor(() => expect(screen.queryByLabelText("The community in figures")).toBeNull());
  });

  it("shows the four figures of the site under their names", async () => {
    answerWith(site);
    renderPage(<HomePage />);
    const figures = within(await screen.findByLabelText("The community in figures"));
    await figures.findAllByText("$40,000");
    const told = figures
      .getAllByRole("term")
      .map((term) => [
        term.textContent,
        term.parentElement?.querySelector("dd .sr-only")?.textContent,
      ]);
    expect(told).toEqual([
      ["Viewers' winnings", "$40,000"],
      ["Streaming hours", "2,000"],
      ["Community members", "1,100"],
      ["Entertainment level", "100%"],
    ]);
  });

  it("shows live figures first, in their order and without those that are 0", async () => {
    answerWith({
      ...site,
      liveCounters: [
        { counter: "rounds", value: 81_000 },
        { counter: "points_paid", value: 0 },
        { counter: "members", value: 12 },
      ],
      counters: { ...site.counters, winnings: 0, entertainment: 0 },
    });
    renderPage(<HomePage />);
    const figures = within(await screen.findByLabelText("The community in figures"));
    await figures.findAllByText("81,000");
    expect(figures.getAllByRole("term").map(({ textContent }) => textContent)).toEqual([
      "Rounds you can check",
      "Members",
      "Streaming hours",
      "Community members",
    ]);
    expect(figures.getByRole("link", { name: "Rounds you can check" })).toHaveAttribute(
      "href",
      "/fairness",
    );
  });

  it("shows the blocks that are on, in their order", async () => {
    answerWith({ ...site, homeBlocks: ["games", "principles", "counters"] });
    renderPage(<HomePage />);
    await screen.findByRole("heading", { level: 1, name: "Northside" });
    const blocks = screen.getAllByRole("region").map((block) => block.getAttribute("aria-label"));
    await waitFor(() => expect(screen.queryByText("What you can do here")).toBeNull());
    expect(blocks.filter((label) => label !== null)).toEqual([
      "How this site works",
      "The community in figures",
    ]);
    const games = screen.getByRole("region", { name: "House games" });
    const principles = screen.getByRole("region", { name: "How this site works" });
    expect(games.compareDocumentPosition(principles)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("shows the games that the site offers, in its order", async () => {
    answerWith({ ...site, games: ["slot", "dice", "keno"] });
    renderPage(<HomePage />);
    await screen.findByRole("heading", { level: 1, name: "Northside" });
    const games = within(screen.getByRole("region", { name: "House games" }));
    expect(games.getAllByRole("heading", { level: 3 }).map((name) => name.textContent)).toEqual([
      "Downunder Dawgs",
      "Dice",
      "Keno",
    ]);
  });

  it("has no block of games where none is offered", async () => {
    answerWith({ ...site, games: [] });
    renderPage(<HomePage />);
    await screen.findByRole("heading", { level: 1, name: "Northside" });
    expect(screen.queryByRole("region", { name: "House games" })).toBeNull();
  });

  it.each([
    [100, "+100 points when you confirm your email."],
    [1, "+1 point when you confirm your email."],
  ])("names %i welcome points to guests", async (welcomePoints, text) => {
    answerWith({ ...site, welcomePoints });
    renderPage(<HomePage />);
    expect(await screen.findByText(text)).toBeVisible();
  });

  it("promises no points for a confirmed email on a site that sends none", async () => {
    answerWith({ ...site, welcomePoints: 100, features: { mail: false } });
    renderPage(<HomePage />);
    await screen.findByRole("heading", { level: 1, name: "Northside" });
    expect(screen.queryByText(/confirm your email/)).toBeNull();
  });

  it.each([
    [true, false, 1],
    [true, true, 0],
    [false, false, 0],
  ])(
    "asks a member to confirm the email; mail %s, confirmed %s",
    async (mail, emailVerified, count) => {
      answerWith({ ...site, welcomePoints: 100, features: { mail } });
      beginSession({ token: "t", user: { ...sampleMember, emailVerified } });
      renderPage(<HomePage />);
      await screen.findByRole("heading", { level: 1, name: "rory" });
      if (count > 0) {
        await screen.findByRole("button", { name: "Send the link" });
        expect(
          screen.getByText(/^Confirm rory@example.com with the link in our email\./),
        ).toHaveTextContent("You get 100 points for it.");
        expect(screen.queryByText(/sent/)).toBeNull();
      } else expect(screen.queryByRole("button", { name: "Send the link" })).toBeNull();
      endSession();
    },
  );

  it("says that the email was sent at the sign-up, and sends it again", async () => {
    answerWith({ ...site, welcomePoints: 100, features: { mail: true } });
    const sentAt = { confirmationSentAt: "2026-11-29T09:00:00.000Z" };
    beginSession({ token: "t", user: { ...sampleMember, emailVerified: false, ...sentAt } });
    renderPage(<HomePage />);
    expect(await screen.findByRole("button", { name: "Send again" })).toBeVisible();
    expect(screen.getByText(/^We sent an email to rory@example.com\./)).toHaveTextContent(
      "Open the link in it to confirm your address. You get 100 points for it.",
    );
    expect(screen.queryByRole("button", { name: "Send the link" })).toBeNull();
    endSession();
  });

  it("mentions no welcome points on a site that gives none", async () => {
    answerWith({ ...site, welcomePoints: 0 });
    renderPage(<HomePage />);
    await screen.findByRole("heading", { level: 1, name: "Northside" });
    expect(screen.queryByText(/confirm your email/)).toBeNull();
  });

  it("runs the figures for two seconds once they are in sight", async () => {
    let appear: ((isIntersecting: boolean) => void) | undefined;
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        private readonly tell: (entries: { isIntersecting: boolean }[]) => void;
        constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
          this.tell = tell;
        }
        observe(place: Element) {
          if (place.textContent.includes("$40,000"))
            appear = (isIntersecting) => this.tell([{ isIntersecting }]);
        }
        disconnect(): void {}
      },
    );
    answerWith(site);
    renderPage(<HomePage />);
    await screen.findByText("$40,000");
    vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame", "performance"] });
    try {
      expect(shown()).toBe("$0");
      act(() => appear?.(false));
      act(() => void vi.advanceTimersByTime(500));
      expect(shown()).toBe("$0");
      act(() => appear?.(true));
      act(() => void vi.advanceTimersByTime(1_000));
      expect(Number(shown()?.replace(/\D/g, ""))).toBeGreaterThan(10_000);
      act(() => void vi.advanceTimersByTime(900));
      expect(shown()).not.toBe("$40,000");
      act(() => void vi.advanceTimersByTime(150));
      expect(screen.getAllByText("$40,000")).toHaveLength(2);
    } finally {
      vi.useRealTimers();
      Reflect.deleteProperty(window, "IntersectionObserver");
    }
  });

  it("pushes the casino with the promo code, and says what that is", async () => {
    answerWith(site);
    renderPage(<HomePage />);
    const promo = await screen.findByRole("region", { name: /^Play at Goldhall/ });
    expect(within(promo).getByText("NORTH")).toBeVisible();
    expect(within(promo).getByRole("button", { name: "Copy promo code" })).toBeEnabled();
    expect(
      within(promo).getByRole("link", { name: /^Join Goldhall with code NORTH/ }),
    ).toHaveAttribute("href", "https://casino.example/");
    expect(promo).toHaveTextContent("affiliate link");
    expect(promo).toHaveTextContent("healthy limits");
  });

  it("marks games that are switched off or paused", async () => {
    fetched.mockImplementation(async ({ url }) => {
      if (url.endsWith("/api/site")) return jsonAnswer(site);
      if (!url.endsWith("/game-maintenance-status"))
        return jsonAnswer({ success: true, games: {} });
      const gameStates = { dice: true, keno: false, limbo: false };
      const pausedUntil = { keno: "2099-11-22T13:00:00Z" };
      return jsonAnswer({ success: true, gameStates, pausedUntil });
    });
    renderPage(<HomePage />);
    expect(await screen.findByRole("link", { name: /Dice/ })).toBeVisible();
    await screen.findByText("Paused today");
    expect(screen.getByRole("link", { name: /Keno/ })).toHaveTextContent("Paused today");
    expect(screen.getByRole("link", { name: /Dice/ })).toHaveTextContent("Maintenance");
    expect(screen.getByRole("link", { name: /Limbo/ })).not.toHaveTextContent(/Paused|Maint/);
  });

  it.each([
    [true, "Today's points", true],
    [false, "Claimed today", false],
  ])("offers the day in gold only while it is open: %s", async (canClaim, name, isGold) => {
    beginSession({ token: "t-1", user: sampleMember });
    fetched.mockImplementation(async ({ url }) => {
      if (url.endsWith("/api/site")) return jsonAnswer(site);
      if (url.endsWith("/api/calendar/me"))
        return jsonAnswer({ success: true, canClaim, nextReset: "2099-01-01T00:00:00Z" });
      return jsonAnswer({ success: true, games: {}, user: sampleMember });
    });
    renderPage(<HomePage />);
    const link = () => screen.getByRole("link", { name });
    await screen.findByRole("link", { name });
    await waitFor(() => expect(link().className.includes("gold-face")).toBe(isGold));
    expect(link()).toHaveAttribute("href", "/rewards/daily-calendar");
    endSession();
  });

  it("leaves the casino out where there is none", async () => {
    answerWith({ ...site, promoCode: "", casinoUrl: "" });
    renderPage(<HomePage />);
    await screen.findByRole("heading", { level: 1, name: "Northside" });
    expect(screen.queryByText(/Goldhall/)).toBeNull();
  });

  it("has four cards to go on from, the leaderboard with its pool", async () => {
    answerWith(site);
    renderPage(<HomePage />);
    await screen.findByRole("heading", { level: 1, name: "Northside" });
    const cards = within(screen.getByRole("region", { name: "What you can do here" })).getAllByRole(
      "link",
    );
    expect(cards.map((card) => card.getAttribute("href"))).toEqual([
      "/leaderboard",
      "/challenges",
      "/giveaways",
      "/points-shop",
    ]);
    expect(cards[0]).toHaveTextContent("$3.5K");
    expect(screen.getByRole("region", { name: "House games" })).toHaveTextContent(
      "Downunder Dawgs",
    );
    expect(screen.getByRole("link", { name: /^Responsible Gaming/ })).toHaveAttribute(
      "href",
      "https://safe.example/",
    );
  });

  it("can be asked for again after a failed load", async () => {
    answerWith({ success: false, error: "busy", message: "Too many requests" }, 429);
    renderPage(<HomePage />);
    expect(await screen.findByRole("alert")).toHaveTextContent("Too many requests");
    answerWith(site);
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByRole("heading", { level: 1, name: "Northside" });
  });
});
