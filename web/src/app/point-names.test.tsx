import { screen, waitFor } from "@testing-library/react";
import { afterAll, expect, it, vi } from "vitest";
import { beginSession } from "@/features/session/actions";
import { jsonAnswer, sampleMember } from "@/test-page";
import { openPanel } from "@/test-panel";

// The server writes these on each document, before any module is loaded.
const dataset = vi.hoisted(() =>
  Object.assign(document.documentElement.dataset, {
    point: "dingo dollar",
    points: "dingo dollars",
    dollars: "code",
  }),
);
afterAll(() => {
  for (const name of ["point", "points", "dollars"]) delete (dataset as DOMStringMap)[name];
});

const site = {
  success: true,
  name: "Northside",
  tagline: "",
  accent: "#f2c24d",
  headingFont: "archivo",
  promoCode: "NORTH",
  casinoName: "Goldhall",
  casinoUrl: "https://casino.example/",
  watchLiveUrl: "",
  responsibleGamingUrl: "",
  leaderboardBadge: "$3.5K",
  timezone: "UTC",
  links: [],
  points: { one: "dingo dollar", many: "dingo dollars" },
  dollars: "code",
  counters: { winnings: 40_000, hours: 0, members: 0, entertainment: 0 },
  prizePeriods: [],
  wagerTiers: [{ name: "Starter", wager: 10_000, reward: 10 }],
  features: { chat: true, chatPoints: { points: 5, minutes: 10, dailyMax: 100 } },
};
const entry = {
  seq: 1,
  amount: 1_050,
  balanceAfter: 1_050,
  reason: "Added by an admin",
  reference: null,
  createdAt: "2026-11-22T01:00:00.000Z",
};
const calendar = {
  success: true,
  today: "2026-10-05",
  nextReset: "2026-10-05T13:00:00.000Z",
  timezone: "UTC",
  canClaim: true,
  nextPoints: 1,
  registeredOn: "2026-09-25",
  progressDays: 30,
  progress: {
    currentStreak: 0,
    lastClaimDate: null,
    claimedDays: [],
    streakStartDate: null,
    totalPointsEarned: 0,
    milestonesAchieved: [],
    weeklyStreaks: 0,
  },
  milestones: [],
};
const item = {
  id: "1",
  title: "Mug",
  description: "A mug",
  image: "",
  pointsCost: 1_200,
  stock: 4,
  isActive: true,
};
const answers = {
  "GET /api/site": () => jsonAnswer(site),
  "GET /api/points-shop": () => jsonAnswer([item]),
  "GET /api/points-shop/config": () => jsonAnswer({ success: true, comingSoonEnabled: false }),
  "GET /api/calendar/me": () => jsonAnswer(calendar),
  "GET /api/me/ledger": () =>
    jsonAnswer({ success: true, items: [entry], total: 1, page: 1, pages: 1 }),
};

const shown = () => document.body.textContent.replaceAll(/\s+/g, " ");

it.each([
  ["/", "Dingo dollars Shop"],
  ["/", "40,000 USD"],
  ["/", "3.5K USD"],
  ["/points", "How to get dingo dollars"],
  ["/points-shop", "1,200 dingo dollars"],
  ["/leaderboard/points", "Who earns the most dingo dollars"],
  ["/statement", "Every change to your dingo dollars"],
  ["/rewards/daily-calendar", "Claim 1 dingo dollar"],
  ["/rewards/wager", "10,000+ USD"],
  ["/terms-of-service", "Dingo dollars, and everything that is won"],
])("%s shows the site's own words: %s", async (address, words) => {
  beginSession({ token: "member-1", user: sampleMember });
  openPanel(address, answers);
  await waitFor(() => expect(shown()).toContain(words));
  expect(shown()).not.toMatch(/\bpoints?\b|\$/i);
  expect(document.title).not.toMatch(/\bpoints?\b/i);
  for (const link of screen.queryAllByRole("link"))
    expect(link).not.toHaveAccessibleName(/\bpoints?\b/i);
});
