import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { beginSession } from "@/features/session/actions";
import { jsonAnswer, sampleMember } from "@/test-page";
import { openPanel } from "@/test-panel";

it.each(["/reset-password", "/reset-password?token="])(
  "%s is a link without a token",
  async (address) => {
    openPanel(address);
    expect(await screen.findByText("This link is incomplete.")).toBeVisible();
  },
);

it("a parameter of the address reaches its page", async () => {
  openPanel("/reset-password?token=abc");
  expect(await screen.findByLabelText("New password")).toBeVisible();
  expect(screen.queryByText("This link is incomplete.")).toBeNull();
});

it("a guest is sent from a member's page to the login, which leads back", async () => {
  const site = openPanel("/account?kick=linked");
  await waitFor(() => expect(site.path()).toBe("/login"));
  expect(site.search()).toEqual({ redirect: "/account?kick=linked" });
});

it("a member is sent from the login to the page that was asked for", async () => {
  beginSession({ token: "member-1", user: sampleMember });
  const site = openPanel("/login?redirect=/terms-of-service");
  await waitFor(() => expect(site.path()).toBe("/terms-of-service"));
});

it.each([
  ["/leaderboard?month=abc", {}],
  ["/points-shop?sort=abc", {}],
  ["/challenges?sort=abc", {}],
  ["/bonus-hunts?sort=abc", {}],
  ["/history?tab=abc&proof=7", { proof: "7" }],
  ["/terms-of-service?month=2026-01", {}],
  ["/leaderboard?month=2026-01", { month: "2026-01" }],
])("%s keeps of its address what the page understands", async (address, kept) => {
  beginSession({ token: "member-1", user: sampleMember });
  const site = openPanel(address);
  await waitFor(() => expect(site.search()).toEqual(kept));
});

it.each(["/giveaways", "/account", "/rewards/daily-calendar", "/games/dice", "/points-shop"])(
  "%s tells an inactive member once, at the top",
  async (address) => {
    const user = { ...sampleMember, isActive: false };
    beginSession({ token: "member-1", user });
    openPanel(address, { "GET /api/auth/me": () => jsonAnswer({ success: true, user }) });
    expect(await screen.findByRole("heading", { level: 1 }, { timeout: 10_000 })).toBeVisible();
    const [told, ...others] = await screen.findAllByText(/account is inactive/);
    expect(others).toEqual([]);
    expect(told?.closest("main")?.textContent).toMatch(/^Your account is inactive/);
  },
);
