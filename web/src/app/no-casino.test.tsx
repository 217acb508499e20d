import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { keepAdminToken } from "@/features/admin/session/store";
import { beginSession } from "@/features/session/actions";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { openAsAdmin, openPanel } from "@/test-panel";
import { stubFetch } from "@/testing/pending-work";
import NavigationList from "./shell/NavigationList";

/** All that belongs to a casino but its name; a streamer may keep it without one. */
const site = {
  success: true,
  name: "Northside",
  tagline: "",
  accent: "#f2c24d",
  headingFont: "archivo",
  casinoName: "",
  casinoUrl: "https://casino.example/",
  promoCode: "NORTH",
  watchLiveUrl: "",
  responsibleGamingUrl: "",
  leaderboardBadge: "$3.5K",
  timezone: "UTC",
  links: [],
  counters: { winnings: 0, hours: 0, members: 0, entertainment: 0 },
  prizePeriods: [{ from: "", pool: 1000, prizes: [1000], bonusBuys: [] }],
  wagerTiers: [{ name: "Starter", wager: 10_000, reward: 10 }],
  maintenanceTrack: null,
  features: {
    cashMilestones: false,
    chat: false,
    chatPoints: null,
    externalHunts: false,
    kickSignIn: false,
    mail: true,
    verifiedEmailRequired: false,
  },
};

const month = "2026-11";
const answers = {
  "GET /api/site": () => jsonAnswer(site),
  "GET /api/challenges": () => jsonAnswer([]),
  "GET /api/leaderboard/points": () =>
    jsonAnswer({ success: true, entries: [], month, currentMonth: month, firstMonth: month }),
};

const shown = () => document.body.textContent;
const mentions = /casino|monthly wager|affiliat|promo|NORTH\b|Join |Rainbet|\$3\.5K/i;

it.each([
  ["/", "What you can do here"],
  ["/socials", "No links yet"],
  ["/rewards/wager", "No reward tiers at the moment"],
  ["/terms-of-service", "Terms of Service"],
  ["/leaderboard/points", "Who earns the most points"],
])("%s mentions no casino", async (address, sign) => {
  openPanel(address, answers);
  await waitFor(() => expect(shown()).toContain(sign));
  await waitFor(() => expect(shown()).not.toMatch(mentions));
  expect(screen.queryByRole("link", { name: /watch live|responsible gaming/i })).toBeNull();
});

it("the wager leaderboard names neither a casino nor a code", async () => {
  openPanel("/leaderboard", answers);
  expect(await screen.findByText(/^The most wagered, month by month/)).toBeVisible();
  expect(shown()).not.toMatch(/casino|under our code/i);
});

it("the panel's dashboard has neither wagers nor their resets", async () => {
  openAsAdmin("/admin", answers);
  const glance = await screen.findByRole("list", { name: "The site" });
  expect(glance).toBeVisible();
  await waitFor(() => expect(screen.queryByText("Wager tracking")).toBeNull());
  expect(document.querySelector("main")?.textContent).not.toMatch(/wager|export csv/i);
  keepAdminToken(null);
});

it("the account page has no card for a name at the casino", async () => {
  beginSession({ token: "member-1", user: { ...sampleMember, rainbetUsername: "rory" } });
  openPanel("/account", answers);
  expect(await screen.findByLabelText("Username")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("Casino Account")).toBeNull());
});

it.each([
  ["", false],
  ["Goldhall", true],
])("the menu of a site with the casino “%s”", async (casinoName, isListed) => {
  stubFetch(async () => jsonAnswer({ ...site, casinoName }));
  renderPage(<NavigationList place="sidebar" />);
  await waitFor(() => {
    for (const name of ["Monthly wager", "Wager Rewards"])
      expect(screen.queryByRole("link", { name }) !== null).toBe(isListed);
    expect(screen.queryByText("$3.5K") !== null).toBe(isListed);
  });
});
