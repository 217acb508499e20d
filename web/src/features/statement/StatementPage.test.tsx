import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { jsonAnswer, renderPage } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { deliver } from "@/wire/socket";
import { readReference } from "./reference";
import { StatementPage } from "./StatementPage";

const items = [
  {
    seq: 5,
    amount: -5,
    balanceAfter: 1_025,
    reason: "Dice bet",
    reference: "12-311",
    createdAt: "2026-11-22T03:00:00.000Z",
  },
  {
    seq: 4,
    amount: -25,
    balanceAfter: 1_030,
    reason: "Giveaway tickets",
    reference: "giveaway-2-7",
    createdAt: "2026-11-22T02:45:00.000Z",
  },
  {
    seq: 3,
    amount: -5,
    balanceAfter: 1_055,
    reason: "Shop purchase",
    reference: "purchase-9",
    createdAt: "2026-11-22T02:30:00.000Z",
  },
  {
    seq: 2,
    amount: 10,
    balanceAfter: 1_060,
    reason: "Daily calendar",
    reference: "claim-2026-11-22",
    createdAt: "2026-11-22T02:00:00.000Z",
  },
  {
    seq: 1,
    amount: 1_050,
    balanceAfter: 1_050,
    reason: "Added by an admin",
    reference: null,
    createdAt: "2026-11-22T01:00:00.000Z",
  },
];

it("lists movements with sign, balance and what they belong to", async () => {
  stubFetch(async () => jsonAnswer({ success: true, items, total: 5, page: 1, pages: 1 }));
  renderPage(<StatementPage page={1} />);
  const bet = await screen.findByRole("row", { name: /Dice bet/ });
  expect(within(bet).getByText("−5")).toBeVisible();
  expect(within(bet).getByRole("link", { name: "Round 12-311" })).toHaveAttribute(
    "href",
    "/fairness?round=12-311",
  );
  const claim = screen.getByRole("row", { name: /Daily calendar/ });
  expect(within(claim).getByText("+10")).toBeVisible();
  expect(within(claim).getByRole("link", { name: "Claim of November 22, 2026" })).toHaveAttribute(
    "href",
    "/rewards/daily-calendar",
  );
  expect(screen.getByRole("link", { name: "Purchase 9" })).toHaveAttribute(
    "href",
    "/history?tab=shop",
  );
  expect(screen.getByRole("link", { name: "Giveaway 2" })).toHaveAttribute(
    "href",
    expect.stringContaining("/giveaways?proof="),
  );
  const grant = screen.getByRole("row", { name: /Added by an admin/ });
  expect(within(grant).getByText("+1,050")).toBeVisible();
  expect(within(grant).queryByRole("link")).toBeNull();
  expect(screen.getByText("Page 1 of 1")).toHaveTextContent("5 entries");
  expect(screen.getByRole("button", { name: "Newer" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Older" })).toBeDisabled();
});

it("asks for the page of the address and leads to its neighbours", async () => {
  const asked: string[] = [];
  stubFetch(async (request: Request) => {
    asked.push(new URL(request.url).search);
    return jsonAnswer({ success: true, items, total: 120, page: 2, pages: 3 });
  });
  renderPage(<StatementPage page={2} />);
  const pages = await screen.findByRole("navigation", { name: "Pages" });
  expect(within(pages).getByRole("link", { name: "Newer" })).toHaveAttribute(
    "href",
    "/statement?page=1",
  );
  expect(within(pages).getByRole("link", { name: "Older" })).toHaveAttribute(
    "href",
    "/statement?page=3",
  );
  expect(asked).toEqual(["?page=2&limit=50"]);
});

it("says when nothing has moved, and where to begin", async () => {
  stubFetch(async () => jsonAnswer({ success: true, items: [], total: 0, page: 1, pages: 0 }));
  renderPage(<StatementPage page={1} />);
  expect(await screen.findByText("No entries yet")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open the daily calendar" })).toBeVisible();
});

it("leads back from a page that is not there", async () => {
  stubFetch(async () => jsonAnswer({ success: true, items: [], total: 3, page: 9, pages: 1 }));
  renderPage(<StatementPage page={9} />);
  expect(await screen.findByText("No entries on this page")).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to the newest entries" })).toHaveAttribute(
    "href",
    "/statement",
  );
});

it("says what went wrong and tries again", async () => {
  let isBroken = true;
  stubFetch(async () =>
    isBroken
      ? jsonAnswer({ success: false, error: "x", message: "Not right now" }, 400)
      : jsonAnswer({ success: true, items, total: 5, page: 1, pages: 1 }),
  );
  renderPage(<StatementPage page={1} />);
  expect(screen.getByRole("status")).toHaveTextContent("Loading your statement");
  expect(await screen.findByRole("alert")).toHaveTextContent("Not right now");
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Dice bet")).toBeVisible();
});

it("reads references of every kind", () => {
  expect(readReference("2-31")).toEqual({ kind: "round", id: "2-31" });
  expect(readReference("claim-2026-11-22")).toEqual({ kind: "claim", day: "2026-11-22" });
  expect(readReference("purchase-9")).toEqual({ kind: "purchase", number: "9" });
  expect(readReference("giveaway-2")).toEqual({ kind: "giveaway", id: "2" });
  expect(readReference("audit-7")).toEqual({ kind: "record", text: "audit-7" });
  expect(readReference("claim-soon")).toEqual({ kind: "record", text: "claim-soon" });
  expect(readReference(null)).toBeNull();
  expect(readReference("")).toBeNull();
});

it("says what lines were for, who gave points and why", async () => {
  const about = [
    { ...items[1], name: "Friday drop" },
    { ...items[2], name: "Signed cap" },
    { ...items[4], reference: "audit-73", note: "Won the quiz", givenBy: "moderator" },
    { ...items[4], seq: 9, reference: "challenge-4", reason: "Challenge reward", name: "Hit 100x" },
  ];
  stubFetch(async () => jsonAnswer({ success: true, items: about, total: 4, page: 1, pages: 1 }));
  renderPage(<StatementPage page={1} />);
  expect(await screen.findByRole("link", { name: "Friday drop" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Signed cap" })).toBeVisible();
  const grant = screen.getByRole("row", { name: /Added by a moderator/ });
  expect(within(grant).getByText("“Won the quiz”")).toBeVisible();
  expect(screen.queryByText(/audit-/)).toBeNull();
  expect(screen.getByText("Hit 100x")).toBeVisible();
});

it("follows the member's points while it is open", async () => {
  let shown = items.slice(1);
  stubFetch(async () => jsonAnswer({ success: true, items: shown, total: 5, page: 1, pages: 1 }));
  renderPage(<StatementPage page={1} />);
  await screen.findByText("Giveaway tickets");
  expect(screen.queryByText("Dice bet")).toBeNull();
  shown = items;
  act(() => deliver("pointsUpdated", { userId: "7", newPoints: 1_025, seq: 5 }));
  expect(await screen.findByText("Dice bet")).toBeVisible();
});
