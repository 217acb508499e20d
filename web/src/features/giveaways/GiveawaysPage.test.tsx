import { act, configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { guest, useSession } from "@/features/session/store";
import { closeWallet, openWallet, recordBalance } from "@/features/wallet/balance";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { deliver } from "@/wire/socket";
import { GiveawaysPage } from "./GiveawaysPage";
import type { Giveaway } from "./model";
import { endedOf, inHours, sampleGiveaways } from "./test-giveaways";

// On a busy machine the browser of the tests takes its time.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

vi.mock("@/wire/socket", async (original) => ({
  ...(await original<typeof import("@/wire/socket")>()),
  useLiveState: () => "online",
}));

let drop: Giveaway;
let freebie: Giveaway;
let soon: Giveaway;
let over: Giveaway;

const wonDrop = { id: "1", title: "Friday drop", prize: "$50 gift card", namesWinner: false };

type Answer = () => Response | Promise<Response>;
let answers: { list: Answer };
let own: Record<string, number>;
let isActive: boolean;
let needsEmail: boolean;
const fetched = vi.fn<(request: Request) => Promise<Response>>();

async function serve(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/api/giveaways") return answers.list();
  if (pathname === "/api/site")
    return jsonAnswer({ success: true, features: { verifiedEmailRequired: needsEmail } });
  if (pathname === "/api/auth/me") return jsonAnswer({ success: true, user: memberNow() });
  throw new Error(`Unexpected call: ${pathname}`);
}

const memberNow = () => ({ ...sampleMember, points: 1000, pointsSeq: 5, isActive });
const listOf = (...giveaways: Giveaway[]) => jsonAnswer({ success: true, giveaways, own });
const refused = (status: number, error: string, message: string) => () =>
  jsonAnswer({ success: false, error, message }, status);
const open = () => renderPage(<GiveawaysPage />);
const reads = () =>
  fetched.mock.calls.filter(([request]) => request.url.endsWith("/giveaways")).length;
const titles = () => screen.getAllByRole("heading", { level: 3 }).map((title) => title.textContent);
const cardOf = (title: string) => within(screen.getByRole("article", { name: title }));
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const push = (...giveaways: Giveaway[]) => act(() => deliver("giveawaysUpdated", { giveaways }));
function logIn(points = 1000) {
  useSession.setState({ status: "member", token: "t-1", member: memberNow() });
  openWallet("7", points);
  recordBalance({ balance: points, seq: 5 });
}

beforeEach(() => {
  ({ drop, freebie, soon, over } = sampleGiveaways());
  isActive = true;
  needsEmail = false;
  own = {};
  fetched.mockReset();
  fetched.mockImplementation(serve);
  stubFetch(fetched);
  answers = { list: () => listOf(drop, freebie, soon, over) };
});

afterEach(() => {
  vi.useRealTimers();
  useSession.setState(guest);
  closeWallet();
});

describe("the board", () => {
  it("shows what is open, what comes, and who has won", async () => {
    open();
    expect(screen.getByText("Loading the giveaways")).toBeInTheDocument();
    expect(await screen.findByRole("heading", { name: /^Active 2/ })).toBeVisible();
    const card = cardOf("Friday drop");
    expect(card.getByText("$50 gift card")).toBeVisible();
    expect(card.getByText("Ends in 2 days 5 hours")).toBeVisible();
    expect(card.getByText(/points a ticket/)).toHaveTextContent("100 points a ticket");
    const counts = card.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(counts.join(" ")).toMatch(/120 tickets.*34 entrants/);
    expect(cardOf("Freebie").getByText("Free entry")).toBeVisible();
    expect(cardOf("Keyboard").getByText("Starts in 2 hours 30 minutes")).toBeVisible();
    expect(cardOf("Keyboard").getByText(/Entries open/)).toBeVisible();

    const winners = within(screen.getByRole("region", { name: "Recent Winners" }));
    expect(winners.getByText("ke**n")).toBeVisible();
    expect(winners.getByText("Ticket no. 46 of 120 tickets")).toBeVisible();
    expect(winners.getByText(/^Ended/)).toBeVisible();
    // It stands above what is open, too.
    const last = screen.getByRole("link", { name: /^Last winner: ke\*\*n/ });
    expect(last).toHaveTextContent(over.prize);
    const active = screen.getByRole("heading", { name: /^Active 2/ });
    expect(last.compareDocumentPosition(active)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("says on a free one that it needs a verified email", async () => {
    needsEmail = true;
    open();
    await screen.findByRole("heading", { name: /^Active 2/ });
    await waitFor(() =>
      expect(
        cardOf("Freebie")
          .getByText(/^Free entry/)
          .closest("li"),
      ).toHaveTextContent("Free entry, with a verified email"),
    );
    expect(cardOf("Friday drop").queryByText(/verified email/)).toBeNull();
  });

  it("says before the press that the email is not confirmed, and sends the link", async () => {
    needsEmail = true;
    logIn();
    const sends = vi.fn<() => void>();
    fetched.mockImplementation(async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/api/site")
        return jsonAnswer({ success: true, features: { verifiedEmailRequired: true, mail: true } });
      if (pathname === "/api/auth/me" && sends.mock.calls.length > 0)
        return jsonAnswer({
          success: true,
          user: { ...memberNow(), confirmationSentAt: "2026-11-29T09:00:00.000Z" },
        });
      if (pathname !== "/api/auth/send-verification") return serve(request);
      sends();
      return jsonAnswer({ success: true, message: "Sent", delivery: "mail" });
    });
    open();
    const text = "Confirm your email to enter free giveaways.";
    expect(await screen.findByText(text)).toBeVisible();
    expect(button("Enter For Free: Freebie")).toBeDisabled();
    expect(cardOf("Friday drop").queryByText(text)).toBeNull();
    const send = await screen.findByRole("button", { name: "Send the link" });
    // No email has been sent yet: the address may be new.
    expect(screen.queryByText(/sent/i)).toBeNull();
    await userEvent.click(send);
    await screen.findByText("Verification email sent! Check your inbox.");
    expect(await screen.findByRole("button", { name: "Send again" })).toBeVisible();
    expect(screen.getByText(/^We sent an email to /)).toBeVisible();
    expect(sends).toHaveBeenCalledTimes(1);
  });

  it("promises no email on a site that sends none", async () => {
    needsEmail = true;
    logIn();
    open();
    expect(await screen.findByText(/this site can't send email yet/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Send the link" })).toBeNull();
  });

  it("says before the entry that the winner is named on stream", async () => {
    freebie = { ...freebie, namesWinner: false };
    logIn();
    open();
    const named = "The winner is named on stream. By entering, you agree to that.";
    await screen.findByRole("heading", { name: /^Active 2/ });
    expect(cardOf("Friday drop").getByText(named)).toBeVisible();
    expect(cardOf("Freebie").queryByText(named)).toBeNull();
    act(() => useSession.setState({ member: { ...memberNow(), neverNamedOnAir: true } }));
    expect(cardOf("Friday drop").getByText(/You chose never to be named/)).toBeVisible();
  });

  it("lists draws with winners only", async () => {
    const nobody = { ...over, id: "g-nobody", title: "Nobody's drop", winner: null };
    answers.list = () => listOf(drop, nobody);
    open();
    await screen.findByRole("heading", { name: /^Active 1/ });
    const winners = within(screen.getByRole("region", { name: "Recent Winners" }));
    expect(
      winners.getByText("Winners will appear here, each with the proof of the draw."),
    ).toBeVisible();
    expect(screen.queryByText("Nobody's drop")).toBeNull();
    expect(screen.queryByRole("link", { name: /^Last winner/ })).toBeNull();
  });

  it("leads from every giveaway to its proof", async () => {
    open();
    await screen.findByText("ke**n");
    expect(screen.getByRole("link", { name: "Provably fair: Friday drop" })).toHaveAttribute(
      "href",
      expect.stringContaining("/giveaways?proof="),
    );
    expect(screen.getByRole("link", { name: "Check the draw: Old drop" })).toBeVisible();
  });

  it("tells what was changed, and that one ended early", async () => {
    const text = "The end was moved from Friday to Sunday";
    const at = inHours(-1);
    const moved = { at, text, field: "endTime", before: inHours(1), after: inHours(2) };
    const titled = { at, text: "Title changed", field: "title", before: "Old", after: "New" };
    const long = "x".repeat(200);
    const described = { ...titled, text: "Description changed", field: "description", after: long };
    answers.list = () =>
      listOf(
        { ...drop, changes: [moved, titled, described] },
        { ...over, endedEarly: true },
        { ...over, id: "8", title: "Lost drop", winner: null, cancelled: true },
      );
    open();
    const changes = within(await screen.findByRole("list", { name: "Changes" }));
    expect(changes.getByText(new RegExp(text))).toBeVisible();
    // Texts with what they were, long ones behind a press.
    const [, short] = changes.getAllByRole("listitem");
    expect(short).toHaveTextContent(/^Title changed .*BeforeOldAfterNew$/);
    expect(changes.getByText("Show before and after")).toBeVisible();
    expect(changes.getByText(long)).not.toBeVisible();
    expect(screen.getByText(/^Ended early,/)).toBeVisible();
    // A cancelled one stays in sight, without a draw to check.
    expect(screen.getByText(/Nothing was drawn, and every ticket was refunded/)).toBeVisible();
    const cancelled = within(screen.getByRole("region", { name: "Cancelled" }));
    expect(cancelled.getByRole("link", { name: "Details: Lost drop" })).toBeVisible();
  });

  it("counts down where nobody can enter yet", async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
    try {
      const startTime = new Date(Date.now() + 65_000).toISOString();
      answers.list = () => listOf({ ...soon, startTime });
      open();
      const card = await screen.findByRole("article", { name: "Keyboard" });
      expect(within(card).getByRole("timer")).toHaveTextContent("Entries open in 1:05");
      expect(within(card).queryByRole("button")).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it("can be empty", async () => {
    answers.list = () => listOf();
    open();
    expect(
      await screen.findByRole("heading", { name: "No giveaways at the moment" }),
    ).toBeVisible();
    expect(screen.getByText(/^Winners will appear here/)).toBeVisible();
  });

  it("can fail, with another try", async () => {
    answers.list = refused(429, "too_many_requests", "Too many requests");
    open();
    expect(await screen.findByRole("alert")).toHaveTextContent("Too many requests");
    answers.list = () => listOf(drop);
    await userEvent.click(button("Retry"));
    expect(await screen.findByRole("article", { name: "Friday drop" })).toBeVisible();
  });
});

describe("the way in", () => {
  it("is a login for visitors, who come back here", async () => {
    open();
    const login = await screen.findByRole("link", { name: "Login to Enter: Friday drop" });
    expect(login).toHaveTextContent(/^Login to Enter$/);
    expect(login).toHaveAttribute("href", "/login?redirect=%2Fgiveaways");
  });

  it("is free, paid, or out of reach", async () => {
    logIn(150);
    answers.list = () => listOf(drop, freebie, { ...drop, id: "8", title: "Dear", entryCost: 151 });
    open();
    await screen.findByRole("article", { name: "Dear" });
    expect(button("Enter (100 points): Friday drop")).toHaveTextContent(/^Enter \(100 points\)$/);
    expect(button("Enter For Free: Freebie")).toHaveTextContent(/^Enter For Free$/);
    expect(cardOf("Dear").getByRole("button", { name: /^Insufficient Points/ })).toBeDisabled();
    expect(cardOf("Dear").getByText(/1 to go/)).toBeVisible();
  });

  it("counts one point as one", async () => {
    logIn(0);
    answers.list = () => listOf({ ...drop, entryCost: 1 });
    open();
    expect(await screen.findByText("A ticket costs 1 point: 1 to go")).toBeVisible();
  });

  it("is closed to an inactive account", async () => {
    isActive = false;
    logIn();
    open();
    await screen.findByRole("article", { name: "Freebie" });
    expect(cardOf("Freebie").getByRole("button", { name: /^Enter For Free/ })).toBeDisabled();
  });

  it("of who is in already shows the own share, and sells more where tickets are sold", async () => {
    logIn();
    own = { 1: 3, 2: 1 };
    open();
    expect(await screen.findByText("You're entered · 3")).toBeVisible();
    expect(cardOf("Friday drop").getByText(/3 of 120 tickets/)).toHaveTextContent("chance 2.5%");
    expect(button("Buy more: Friday drop")).toBeEnabled();
    expect(cardOf("Freebie").getByText("You're entered")).toBeVisible();
    expect(cardOf("Freebie").queryByRole("button")).toBeNull();
    act(() => recordBalance({ balance: 99, seq: 6 }));
    expect(
      cardOf("Friday drop").getByRole("button", { name: /^Insufficient Points/ }),
    ).toBeDisabled();
  });
});

describe("while the page is open", () => {
  it("pushes change counts in their place, and are said politely", async () => {
    open();
    await screen.findByRole("article", { name: "Friday drop" });
    vi.useFakeTimers();
    push({ ...drop, ticketCount: 121, entrantCount: 35 }, freebie, soon, over);
    await act(async () => vi.advanceTimersByTimeAsync(1_000));
    const news = screen.getByText("Friday drop: 121 tickets, 35 entrants");
    expect(news).toHaveAttribute("role", "status");
    expect(cardOf("Friday drop").getByText("121", { selector: ".sr-only" })).toBeInTheDocument();
    // What follows is gathered.
    push({ ...drop, ticketCount: 122, entrantCount: 35 }, freebie, soon, over);
    push({ ...drop, ticketCount: 123, entrantCount: 36 }, freebie, soon, over);
    await act(async () => vi.advanceTimersByTimeAsync(2_000));
    expect(news).toHaveTextContent("121 tickets");
    await act(async () => vi.advanceTimersByTimeAsync(8_000));
    expect(news).toHaveTextContent("Friday drop: 123 tickets, 36 entrants");
  });

  it("a giveaway that ends stays where it is and shows its winner", async () => {
    open();
    await screen.findByRole("article", { name: "Friday drop" });
    const before = titles();
    push(endedOf(drop), freebie, soon, over);
    expect(await cardOf("Friday drop").findByText("ke**n")).toBeVisible();
    expect(cardOf("Friday drop").getByText("Ended")).toBeVisible();
    expect(titles()).toEqual(before);
    expect(screen.getByRole("heading", { name: /^Active 1/ })).toBeVisible();
    expect(screen.getByRole("link", { name: "Check the draw: Friday drop" })).toBeVisible();
  });

  it("none stays under Active when the last one ends, also without entries", async () => {
    answers.list = () => listOf({ ...drop, ticketCount: 0, listedTickets: 0, entrantCount: 0 });
    open();
    expect(await screen.findByRole("heading", { name: /^Active 1/ })).toBeVisible();
    push({ ...endedOf(drop), ticketCount: 0, listedTickets: 0, entrantCount: 0, winner: null });
    expect(await screen.findByRole("heading", { name: /^Ended 1/ })).toBeVisible();
    expect(screen.queryByRole("heading", { name: /^Active/ })).toBeNull();
    expect(cardOf("Friday drop").getByText("Nobody had entered.")).toBeVisible();
  });

  it("the winner reads the own name whole, and later pushes leave it", async () => {
    logIn();
    own = { 1: 3 };
    open();
    await screen.findByText("You're entered · 3");
    const masked = { ...endedOf(drop), winner: { username: "r**y" } };
    push(masked);
    expect(await cardOf("Friday drop").findByText("r**y")).toBeVisible();
    answers.list = () => listOf({ ...endedOf(drop), winner: { username: "rory" } });
    act(() => deliver("giveawayWon", { ...wonDrop, endedAt: inHours(0) }));
    expect(await cardOf("Friday drop").findByText("You won!")).toBeVisible();
    expect(screen.getByText("This is you")).toBeVisible();
    push(masked, { ...freebie, title: "Another freebie" });
    expect(await screen.findByRole("article", { name: "Another freebie" })).toBeVisible();
    expect(cardOf("Friday drop").getByText("You won!")).toBeVisible();
    expect(screen.getByText("This is you")).toBeVisible();
    expect(screen.queryByText("r**y")).toBeNull();
  });

  it("an entry that was made elsewhere shows the own tickets", async () => {
    logIn();
    open();
    await screen.findByRole("article", { name: "Freebie" });
    act(() => deliver("giveawayEntered", { id: "1", own: 3 }));
    expect(await screen.findByText("You're entered · 3")).toBeVisible();
    act(() => deliver("giveawayEntered", { id: "2", own: 1 }));
    expect(await cardOf("Freebie").findByText("You're entered")).toBeVisible();
    // An answer or a push that was overtaken takes nothing away.
    act(() => deliver("giveawayEntered", { id: "1", own: 2 }));
    push({ ...drop, ticketCount: 121 }, freebie, soon, over);
    expect(cardOf("Friday drop").getByText("You're entered · 3")).toBeVisible();
  });

  it("a push is not undone by an answer that was on its way", async () => {
    const waiting: ((response: Response) => void)[] = [];
    answers.list = () => new Promise((resolve) => waiting.push(resolve));
    open();
    await waitFor(() => expect(waiting).toHaveLength(1));
    push({ ...drop, ticketCount: 121 });
    await waitFor(() => expect(waiting).toHaveLength(2));
    await act(async () => {
      waiting[0]?.(listOf(drop));
      waiting[1]?.(listOf({ ...drop, ticketCount: 121 }));
    });
    expect(await screen.findByText("121", { selector: ".sr-only" })).toBeInTheDocument();
    expect(screen.queryByText("120", { selector: ".sr-only" })).toBeNull();
  });

  it("the time left goes on, and the page reads again when a giveaway ends or starts", async () => {
    vi.useFakeTimers();
    ({ drop, freebie, soon, over } = sampleGiveaways());
    const endTime = inHours(1.499);
    answers.list = () => listOf({ ...drop, endTime });
    open();
    await act(async () => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByText("Ends in 1 hour 29 minutes")).toBeVisible();
    await act(async () => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText("Ends in 1 hour 28 minutes")).toBeVisible();
    expect(reads()).toBe(1);
    await act(async () => vi.advanceTimersByTimeAsync(88.5 * 60_000));
    expect(screen.getByText("Ends in less than a minute")).toBeVisible();
    expect(reads()).toBe(1);
    answers.list = () =>
      listOf({ ...endedOf(drop), ticketCount: 0, listedTickets: 0, winner: null });
    await act(async () => vi.advanceTimersByTimeAsync(40_000));
    expect(reads()).toBeGreaterThan(1);
    expect(screen.getByText("Nobody had entered.")).toBeVisible();
  });

  it("after the end nothing can be entered until the server has drawn", async () => {
    vi.useFakeTimers();
    ({ drop, freebie, soon, over } = sampleGiveaways());
    const endTime = inHours(0.001);
    answers.list = () => listOf({ ...drop, endTime });
    open();
    await act(async () => vi.advanceTimersByTimeAsync(10));
    expect(screen.getByRole("link", { name: /Login to Enter/ })).toBeVisible();
    await act(async () => vi.advanceTimersByTimeAsync(4_000));
    expect(screen.getByText("Drawing the winner")).toBeVisible();
    expect(screen.queryByRole("link", { name: /Login to Enter/ })).toBeNull();
  });
});
