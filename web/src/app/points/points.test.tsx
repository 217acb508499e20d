import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BetMessages } from "@/features/games/common/BetMessages";
import { games } from "@/features/games/registry";
import { useSession } from "@/features/session/store";
import { ConfirmBody } from "@/features/shop/ConfirmView";
import { closeWallet, currentBalance, openWallet, useBalance } from "@/features/wallet/balance";
import { WaysSlot } from "@/features/wallet/ways-slot";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { Dialog } from "@/ui/Dialog";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { PointsPage } from "./PointsPage";
import WaysToPoints from "./WaysToPoints";

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const progress = { currentStreak: 1, totalPointsEarned: 10, weeklyStreaks: 0, claimedDays: [] };

const calendar = (canClaim: boolean) => ({
  success: true,
  today: "2026-11-22",
  nextReset: at(5.5),
  timezone: "UTC",
  canClaim,
  nextPoints: 10,
  registeredOn: "2026-11-01",
  progressDays: 30,
  progress,
  milestones: [],
});

const giveaway = (entryType: "free" | "paid", status = "active") => ({
  id: `${entryType}-${status}`,
  prize: `A ${entryType} prize`,
  startTime: at(-1),
  endTime: at(20),
  entryType,
  entryCost: entryType === "free" ? 0 : 5,
  status,
});

function BetForm({ bet }: { bet: number }) {
  const balance = useBalance();
  return (
    <form>
      <BetMessages isEmpty={balance < 1} notice={null} />
      <button type="submit" disabled={balance < bet}>
        Bet
      </button>
    </form>
  );
}

let canClaim = true;
let milestonePoints = 0;
let giveaways: unknown[] = [];
let challenges: unknown[] = [];
let disabledGames: readonly string[] = [];
let chatPoints: unknown = null;
let failing: string | null = null;

async function served({ url }: Request): Promise<Response> {
  const { pathname } = new URL(url);
  if (pathname === failing) return jsonAnswer({ success: false, message: "Not now." }, 503);
  if (pathname === "/api/calendar/me") return jsonAnswer(calendar(canClaim));
  if (pathname === "/api/calendar/claim") {
    canClaim = false;
    const claimed = { day: "2026-11-22", streak: 1, points: 10, milestonePoints };
    const balance = 10 + milestonePoints;
    return jsonAnswer({ success: true, claimed, data: progress, balance, seq: 3 });
  }
  if (pathname === "/api/giveaways") return jsonAnswer({ success: true, giveaways, own: {} });
  if (pathname === "/api/site") return jsonAnswer({ success: true, features: { chatPoints } });
  if (pathname === "/api/challenges") return jsonAnswer(challenges);
  if (!pathname.endsWith("/game-maintenance-status"))
    return jsonAnswer({ success: true, user: sampleMember });
  const gameStates = Object.fromEntries(disabledGames.map((game) => [game, true]));
  return jsonAnswer({ success: true, gameStates, pausedUntil: {} });
}

beforeEach(() => {
  canClaim = true;
  milestonePoints = 0;
  giveaways = [];
  challenges = [];
  disabledGames = [];
  chatPoints = null;
  failing = null;
  stubFetch(served);
  closeWallet();
  openWallet("7", 0);
  useSession.setState({ status: "member", token: "t", member: { ...sampleMember, points: 0 } });
});

afterEach(closeWallet);

describe("the ways on for a member short of points", () => {
  it("claim today's reward in place, then say when the next one comes", async () => {
    renderPage(<WaysToPoints />);
    await userEvent.click(await screen.findByRole("button", { name: "Claim 10 points" }));
    expect(await screen.findByText(/^Next daily reward in 5 hours/)).toBeVisible();
    expect(currentBalance()).toBe(10);
    expect(screen.getByRole("link", { name: "How to get points" })).toHaveAttribute(
      "href",
      "/points",
    );
  });

  it("are shown where a balance is below the smallest bet", async () => {
    renderPage(
      <WaysSlot value={<WaysToPoints />}>
        <BetMessages isEmpty notice={null} />
      </WaysSlot>,
    );
    expect(screen.getByText("You don't have enough points for a bet.")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Claim 10 points" })).toBeVisible();
  });

  it("move the focus from the claim to the text that replaces it, and announce the points", async () => {
    milestonePoints = 50;
    renderPage(
      <Dialog title="Insufficient Points" open onOpenChange={() => undefined}>
        <WaysToPoints />
      </Dialog>,
    );
    const claim = await screen.findByRole("button", { name: "Claim 10 points" });
    // The gold button of the dialog is its own.
    expect(claim).not.toHaveClass("gold-face");
    await userEvent.click(claim);
    await waitFor(() => expect(screen.getByText(/^Next daily reward/)).toHaveFocus());
    const announced = await screen.findByText("60 points claimed");
    expect(announced.closest("[aria-live=polite]")).toBeInTheDocument();
  });

  it.each([
    [1, 1, "11 points claimed"],
    [20, 2, "12 points claimed"],
  ])("move the focus from the claim to where a bet of %i is placed", async (bet, bonus, text) => {
    milestonePoints = bonus;
    renderPage(
      <main id="main" tabIndex={-1}>
        <WaysSlot value={<WaysToPoints />}>
          <BetForm bet={bet} />
        </WaysSlot>
      </main>,
    );
    await userEvent.click(await screen.findByRole("button", { name: "Claim 10 points" }));
    await waitFor(() => expect(screen.queryByText(/^You don't have enough/)).toBeNull());
    // The button is off while the bet is above the balance.
    const next = bet === 1 ? screen.getByRole("button", { name: "Bet" }) : screen.getByRole("main");
    await waitFor(() => expect(next).toHaveFocus());
    expect(await screen.findByText(text)).toBeVisible();
  });

  it("lead to free giveaways only while some are open", async () => {
    giveaways = [giveaway("free"), giveaway("paid"), giveaway("free", "upcoming")];
    renderPage(<WaysToPoints />);
    const link = await screen.findByRole("link", { name: "Enter 1 free giveaway" });
    expect(link).toHaveAttribute("href", "/giveaways");
  });

  it("do not lead to giveaways that are paid or upcoming", async () => {
    giveaways = [giveaway("paid"), giveaway("free", "upcoming")];
    renderPage(<WaysToPoints />);
    await screen.findByRole("button", { name: "Claim 10 points" });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByRole("link", { name: /giveaway/ })).toBeNull();
  });
});

it("are shown in the shop where an item costs more than the balance", async () => {
  const item = {
    id: "1",
    title: "Mug",
    description: "A mug.",
    pointsCost: 50,
    category: "",
    image: "",
    stock: 3,
    sold: null,
    isActive: true,
    createdAt: "2026-11-01T00:00:00Z",
  };
  renderPage(
    <WaysSlot value={<WaysToPoints />}>
      <ConfirmBody
        item={item}
        agreed={50}
        obstacle="short"
        failed={null}
        busy={false}
        balance={0}
        isMember
      />
    </WaysSlot>,
  );
  expect(screen.getByText("Insufficient points")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Claim 10 points" })).toBeVisible();
});

describe("the page about points", () => {
  it("lists what is open, with what it gives and a link", async () => {
    giveaways = [giveaway("free"), giveaway("paid")];
    challenges = [
      { id: "1", title: "One", difficulty: "easy", rewardPoints: 300 },
      { id: "2", title: "Two", difficulty: "easy", rewardPoints: 900, completed: true },
    ];
    disabledGames = ["dice"];
    renderPage(<PointsPage />);
    expect(await screen.findByText("Today's claim pays 10 points.")).toBeVisible();
    expect(await screen.findByText("1 open, paying 300 points.")).toBeVisible();
    expect(
      await screen.findByText("2 open, 1 free to enter. Prizes: “A free prize”, “A paid prize”."),
    ).toBeVisible();
    expect(await screen.findByRole("link", { name: "Keno" })).toHaveAttribute(
      "href",
      "/games/keno",
    );
    expect(screen.queryByRole("link", { name: "Dice" })).toBeNull();
    disabledGames = ["keno"];
    act(() => deliver("gameMaintenanceChanged", { gameId: "keno", disabled: true }));
    expect(await screen.findByRole("link", { name: "Dice" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Keno" })).toBeNull();
  });

  it("does not list what is off or empty", async () => {
    disabledGames = games.map(({ id }) => id);
    renderPage(<PointsPage />);
    expect(await screen.findByText("Today's claim pays 10 points.")).toBeVisible();
    await waitFor(() => expect(screen.queryByText("Loading house games")).toBeNull());
    await waitFor(() =>
      expect(screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent)).toEqual([
        "Daily calendar",
      ]),
    );
  });

  it("says what could not be loaded, and loads it on request", async () => {
    failing = "/api/challenges";
    challenges = [{ id: "1", title: "One", difficulty: "easy", rewardPoints: 300 }];
    renderPage(<PointsPage />);
    const retry = await screen.findByRole("button", { name: "Retry: Challenges" });
    expect(screen.getByText("Not now.")).toBeVisible();
    await userEvent.click(retry);
    await waitFor(() => expect(retry).not.toHaveAttribute("aria-busy", "true"));
    expect(screen.getByText("Not now.")).toBeVisible();
    expect(retry).toHaveFocus();
    failing = null;
    await userEvent.click(retry);
    expect(await screen.findByText("1 open, paying 300 points.")).toBeVisible();
  });
});

it("offer points for chatting where the site pays them", async () => {
  chatPoints = { points: 5, minutes: 10, dailyMax: 100 };
  renderPage(<PointsPage />);
  expect(
    await screen.findByText(
      /^Chatting while the stream is live pays 5 points, once every 10 minutes, at most 100 points/,
    ),
  ).toBeVisible();
});
