import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { guest, useSession } from "@/features/session/store";
import { closeWallet, currentBalance, openWallet, recordBalance } from "@/features/wallet/balance";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { deliver } from "@/wire/socket";
import { GiveawaysPage } from "./GiveawaysPage";
import type { Giveaway } from "./model";

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

let drop: Giveaway;
let freebie: Giveaway;
let soon: Giveaway;
let over: Giveaway;

function makeGiveaways() {
  drop = {
    id: "1",
    title: "Friday drop",
    description: "For everybody in the chat.",
    prize: "$50 gift card",
    startTime: inHours(-5),
    endTime: inHours(53.5),
    endedAt: null,
    endedEarly: false,
    entryType: "paid",
    entryCost: 100,
    status: "active",
    ticketCount: 120,
    entrantCount: 34,
    serverSeedHash: "ab".repeat(32),
    chain: "cd".repeat(32),
    winner: null,
    provablyFair: null,
    changes: [],
    createdAt: inHours(-9),
  };
  freebie = {
    ...drop,
    id: "2",
    title: "Freebie",
    prize: "500 points",
    entryType: "free",
    entryCost: 0,
    ticketCount: 1,
    entrantCount: 1,
    endTime: inHours(80),
  };
  soon = {
    ...drop,
    id: "3",
    title: "Keyboard",
    prize: "A keyboard",
    status: "upcoming",
    startTime: inHours(2.51),
    endTime: inHours(90),
    ticketCount: 0,
    entrantCount: 0,
  };
  over = endedOf({ ...drop, id: "4", title: "Old drop", prize: "A mug" });
}

function endedOf(giveaway: Giveaway): Giveaway {
  return {
    ...giveaway,
    status: "ended",
    endedAt: inHours(-1),
    winner: { username: "ke**n" },
    provablyFair: { serverSeed: "ef", clientSeed: "gh", winnerHash: "ij", winnerIndex: 45 },
  };
}

type Answer = () => Response | Promise<Response>;
let answers: { list: Answer; entry: Answer };
let own: Record<string, number>;
let isActive: boolean;
const orders = vi.fn<(body: unknown, key: string | null) => void>();
const fetched = vi.fn<(request: Request) => Promise<Response>>();

async function serve(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/api/giveaways") return answers.list();
  if (pathname === "/api/auth/me") return jsonAnswer({ success: true, user: memberNow() });
  if (!/^\/api\/giveaways\/\d+\/entries$/.test(pathname))
    throw new Error(`Unexpected call: ${pathname}`);
  orders(await request.json(), request.headers.get("Idempotency-Key"));
  return answers.entry();
}

const memberNow = () => ({ ...sampleMember, points: 1000, pointsSeq: 5, isActive });
const listOf = (...giveaways: Giveaway[]) => jsonAnswer({ success: true, giveaways, own });
const refused = (status: number, error: string, message: string) => () =>
  jsonAnswer({ success: false, error, message }, status);
const lost = () => {
  throw new TypeError("Failed to fetch");
};
const entered = (more: object = {}) =>
  jsonAnswer({
    success: true,
    message: "Good luck!",
    giveaway: { ...drop, ticketCount: 125, entrantCount: 35 },
    firstTicket: 120,
    ticketCount: 5,
    own: 5,
    totalCost: 500,
    updatedUserPoints: 500,
    seq: 9,
    ...more,
  });

const open = () => renderPage(<GiveawaysPage />);
const reads = () =>
  fetched.mock.calls.filter(([request]) => request.url.endsWith("/giveaways")).length;
const cardOf = (title: string) => within(screen.getByRole("article", { name: title }));
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const push = (...giveaways: Giveaway[]) => act(() => deliver("giveawaysUpdated", { giveaways }));
const term = (name: string) => screen.getByText(name).nextSibling;
const numberOfTickets = () => screen.getByRole("spinbutton", { name: "Number of tickets" });

async function toChoice(): Promise<HTMLElement> {
  await userEvent.click(
    await screen.findByRole("button", { name: "Enter (100 points): Friday drop" }),
  );
  return screen.findByRole("dialog", { name: "Buy tickets" });
}

function logIn(points = 1000) {
  useSession.setState({ status: "member", token: "t-1", member: memberNow() });
  openWallet("7", points);
  recordBalance({ balance: points, seq: 5 });
}

beforeEach(() => {
  makeGiveaways();
  isActive = true;
  own = {};
  orders.mockReset();
  fetched.mockReset();
  fetched.mockImplementation(serve);
  vi.stubGlobal("fetch", fetched);
  answers = { list: () => listOf(drop, freebie, soon, over), entry: () => entered() };
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
    expect(winners.getByText("Ticket no. 45 of 120 tickets")).toBeVisible();
    expect(winners.getByText(/^Ended/)).toBeVisible();
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
    answers.list = () =>
      listOf({ ...drop, changes: [{ at: inHours(-1), text }] }, { ...over, endedEarly: true });
    open();
    const changes = within(await screen.findByRole("list", { name: "Changes" }));
    expect(changes.getByText(new RegExp(text))).toBeVisible();
    expect(screen.getByText(/^Ended early,/)).toBeVisible();
  });

  it("can be empty", async () => {
    answers.list = () => listOf();
    open();
    expect(
      await screen.findByRole("heading", { name: "No giveaways at the moment" }),
    ).toBeVisible();
    expect(screen.getByText(/Whoever wins will stand here/)).toBeVisible();
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
    expect(cardOf("Dear").getByRole("button", { name: "Insufficient Points" })).toBeDisabled();
    expect(cardOf("Dear").getByText(/1 to go/)).toBeVisible();
  });

  it("is closed to an inactive account", async () => {
    isActive = false;
    logIn();
    open();
    await screen.findByRole("article", { name: "Freebie" });
    expect(cardOf("Freebie").getByRole("button", { name: "Enter For Free" })).toBeDisabled();
    expect(cardOf("Freebie").getByText("Your account is inactive")).toBeVisible();
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
      cardOf("Friday drop").getByRole("button", { name: "Insufficient Points" }),
    ).toBeDisabled();
  });
});

describe("buying tickets", () => {
  beforeEach(() => logIn());

  it("goes up to what the points pay for", async () => {
    open();
    await toChoice();
    expect(numberOfTickets()).toHaveValue(1);
    expect(numberOfTickets()).toHaveAttribute("max", "10");
    for (const [pick, isOpen] of [
      [1, true],
      [5, true],
      [10, true],
      [25, false],
      [50, false],
    ])
      expect(button(`${pick} ${pick === 1 ? "ticket" : "tickets"}`)).toHaveProperty(
        "disabled",
        !isOpen,
      );
    await userEvent.click(button("Max: 10 tickets"));
    expect(numberOfTickets()).toHaveValue(10);
    expect(term("Total cost")).toHaveTextContent("1,000 points");
    expect(term("Balance after")).toHaveTextContent("0 points");
    expect(term("With these")).toHaveTextContent("10 of 130 tickets");
    expect(button("One ticket more")).toBeDisabled();
    await userEvent.click(button("One ticket less"));
    expect(term("Total cost")).toHaveTextContent("900 points");
  });

  it.each([
    ["0", "At least 1 ticket"],
    ["-2", "At least 1 ticket"],
    ["2.5", "At least 1 ticket"],
    ["11", "At most 10 tickets for your points"],
  ])("of %s tickets is not possible: %s", async (typed, problem) => {
    open();
    await toChoice();
    fireEvent.change(numberOfTickets(), { target: { value: typed } });
    expect(screen.getByText(problem)).toBeVisible();
    expect(button(/^Buy/)).toBeDisabled();
  });

  it("is sent once, with the cost that was shown, and shows the tickets", async () => {
    const waiting: ((response: Response) => void)[] = [];
    answers.entry = () => new Promise((resolve) => waiting.push(resolve));
    open();
    const dialog = await toChoice();
    await userEvent.click(button("5 tickets"));
    await userEvent.dblClick(button("Buy 5 tickets"));
    expect(button("Processing...")).toBeDisabled();
    await userEvent.keyboard("{Escape}");
    expect(dialog).toBeVisible();
    // The push of the payment comes before the answer; the account on show stands still.
    act(() => recordBalance({ balance: 500, seq: 9 }));
    expect(term("Balance after")).toHaveTextContent("500 points");
    await act(async () => waiting[0]?.(entered()));

    expect(await screen.findByRole("dialog", { name: "Entry Successful!" })).toBe(dialog);
    expect(dialog).toHaveTextContent("Good luck!");
    expect(dialog).toHaveTextContent("Nos.120to 124");
    expect(term("Yours")).toHaveTextContent("5 of 125 tickets");
    expect(term("New balance")).toHaveTextContent("500 points");
    expect(screen.getByText("cd".repeat(32))).toBeVisible();
    expect(currentBalance()).toBe(500);
    expect(orders).toHaveBeenCalledTimes(1);
    expect(orders).toHaveBeenCalledWith(
      { entryType: "paid", entryCost: 100, ticketCount: 5 },
      expect.stringMatching(/^[0-9a-f]{32}$/),
    );
    await userEvent.click(button("Done"));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("You're entered · 5")).toBeVisible();
  });

  it("is not made by the second click of a double click", async () => {
    open();
    await toChoice();
    fireEvent.click(button("Buy 1 ticket"), { detail: 2 });
    expect(button("Buy 1 ticket")).toBeEnabled();
    expect(orders).not.toHaveBeenCalled();
  });

  it.each([
    [400, "insufficient_points", "Insufficient points", "Insufficient points"],
    [409, "giveaway_ended", "This giveaway has ended", "This giveaway has ended"],
    [403, "account_inactive", "Your account is inactive", "Your account is inactive"],
    [429, "too_many_requests", "Please wait a moment", "Please wait a moment"],
    [503, "maintenance", "The site is being updated", "The site is being updated"],
    [500, "internal", "", "Unable to enter the giveaway. Please try again."],
  ])("refused with %i %s says %j as %j", async (status, error, message, text) => {
    answers.entry = refused(status, error, message);
    open();
    await toChoice();
    await userEvent.click(button("Buy 1 ticket"));
    const dialog = await screen.findByRole("dialog", { name: "Entry Failed" });
    expect(within(dialog).getByRole("alert")).toHaveTextContent(text);
    expect(currentBalance()).toBe(1000);
    answers.entry = () => entered();
    await userEvent.click(button("Try again"));
    if (status < 500) await userEvent.click(await screen.findByRole("button", { name: /^Buy 1/ }));
    await screen.findByRole("dialog", { name: "Entry Successful!" });
    const [first, second] = orders.mock.calls.map(([, key]) => key);
    // What certainly did not happen is begun anew; what may have happened must not happen twice.
    expect(second === first).toBe(status >= 500);
  });

  it("without an answer is a Connection Error, and cannot buy twice", async () => {
    answers.entry = lost;
    open();
    await toChoice();
    await userEvent.click(button("5 tickets"));
    await userEvent.click(button("Buy 5 tickets"));
    const dialog = await screen.findByRole("dialog", { name: "Connection Error" });
    expect(within(dialog).getByRole("alert")).toHaveTextContent(
      "Unable to connect to the server. Please check your internet connection and try again.",
    );
    answers.entry = () => entered();
    await userEvent.click(button("Try again"));
    await screen.findByRole("dialog", { name: "Entry Successful!" });
    expect(orders).toHaveBeenCalledTimes(3);
    expect(new Set(orders.mock.calls.map(([, key]) => key)).size).toBe(1);
    expect(new Set(orders.mock.calls.map(([body]) => JSON.stringify(body))).size).toBe(1);
  });

  it("at another price by now shows it before it is agreed to", async () => {
    answers.entry = () => {
      answers.list = () => listOf({ ...drop, entryCost: 150 });
      return refused(409, "price_changed", "A ticket costs 150 points now")();
    };
    open();
    await toChoice();
    await userEvent.click(button("Buy 1 ticket"));
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "a ticket was 100 points and is now 150 points",
    );
    expect(screen.queryByRole("button", { name: "Buy 1 ticket" })).toBeNull();
    answers.entry = () => entered();
    await userEvent.click(button("Accept 150 points"));
    expect(orders).toHaveBeenCalledTimes(1);
    await userEvent.click(button("Buy 1 ticket"));
    await screen.findByRole("dialog", { name: "Entry Successful!" });
    expect(orders.mock.lastCall?.[0]).toMatchObject({ entryCost: 150 });
  });

  it("is stopped by what happens meanwhile", async () => {
    open();
    const dialog = within(await toChoice());
    push({ ...drop, ticketCount: 200 });
    await waitFor(() => expect(term("With these")).toHaveTextContent("1 of 201 tickets"));
    push(endedOf(drop));
    expect(await dialog.findByText("This giveaway takes no entries any more")).toBeVisible();
    expect(button(/^Buy/)).toBeDisabled();
    push();
    expect(await dialog.findByText("This giveaway has been withdrawn")).toBeVisible();
    push({ ...drop, entryType: "free", entryCost: 0 });
    expect(await dialog.findByText("This giveaway is free now")).toBeVisible();
    push(drop);
    await waitFor(() => expect(button("Buy 1 ticket")).toBeEnabled());
    act(() => recordBalance({ balance: 20, seq: 8 }));
    expect(dialog.getByText("Insufficient Points")).toBeVisible();
    expect(term("Still missing")).toHaveTextContent("80 points");
    expect(button(/^Buy/)).toBeDisabled();
  });
});

describe("a free giveaway", () => {
  beforeEach(() => logIn());
  const enter = async () =>
    userEvent.click(await screen.findByRole("button", { name: "Enter For Free: Freebie" }));

  it("is entered with one press", async () => {
    const giveaway = { ...freebie, ticketCount: 2, entrantCount: 2 };
    answers.entry = () =>
      entered({
        giveaway,
        firstTicket: 1,
        ticketCount: 1,
        own: 1,
        totalCost: 0,
        updatedUserPoints: 1000,
      });
    open();
    await enter();
    const dialog = await screen.findByRole("dialog", { name: "Entry Successful!" });
    expect(term("Yours")).toHaveTextContent("1 of 2 tickets");
    expect(within(dialog).queryByText("Paid")).toBeNull();
    expect(orders).toHaveBeenCalledTimes(1);
    expect(orders.mock.lastCall?.[0]).toEqual({ entryType: "free", entryCost: 0, ticketCount: 1 });
    await userEvent.click(button("Done"));
    expect(cardOf("Freebie").getByText("You're entered")).toBeVisible();
  });

  it("needs a verified address, and leads to where it is verified", async () => {
    const text = "Verify your e-mail address to enter free giveaways";
    answers.entry = refused(403, "email_unverified", text);
    open();
    await enter();
    const dialog = await screen.findByRole("dialog", { name: "Entry Failed" });
    expect(within(dialog).getByRole("alert")).toHaveTextContent(text);
    const link = within(dialog).getByRole("link", { name: "Verify your e-mail" });
    expect(link).toHaveAttribute("href", "/account");
  });

  it("without an answer can be tried again", async () => {
    answers.entry = lost;
    open();
    await enter();
    await screen.findByRole("dialog", { name: "Connection Error" });
    answers.entry = () => entered();
    await userEvent.click(button("Try again"));
    await screen.findByRole("dialog", { name: "Entry Successful!" });
    expect(new Set(orders.mock.calls.map(([, key]) => key)).size).toBe(1);
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
    const order = () => screen.getAllByRole("article").map((card) => card.querySelector("h3"));
    const before = order().map((title) => title?.textContent);
    push(endedOf(drop), freebie, soon, over);
    expect(await cardOf("Friday drop").findByText("ke**n")).toBeVisible();
    expect(cardOf("Friday drop").getByText("Ended")).toBeVisible();
    expect(order().map((title) => title?.textContent)).toEqual(before);
    expect(screen.getByRole("heading", { name: /^Active 1/ })).toBeVisible();
    expect(screen.getByRole("link", { name: "Check the draw: Friday drop" })).toBeVisible();
  });

  it("the winner reads the own name whole", async () => {
    logIn();
    own = { 1: 3 };
    open();
    await screen.findByText("You're entered · 3");
    vi.useFakeTimers();
    answers.list = () => listOf({ ...endedOf(drop), winner: { username: "rory" } });
    push({ ...endedOf(drop), winner: { username: "r**y" } });
    await act(async () => vi.advanceTimersByTimeAsync(1));
    expect(cardOf("Friday drop").getByText("r**y")).toBeVisible();
    await act(async () => vi.advanceTimersByTimeAsync(4_000));
    expect(cardOf("Friday drop").getByText("You won!")).toBeVisible();
    expect(screen.getByText("That is you")).toBeVisible();
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
    makeGiveaways();
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
    answers.list = () => listOf({ ...endedOf(drop), ticketCount: 0, winner: null });
    await act(async () => vi.advanceTimersByTimeAsync(40_000));
    expect(reads()).toBeGreaterThan(1);
    expect(screen.getByText("Nobody had entered.")).toBeVisible();
  });

  it("after the end nothing can be entered until the server has drawn", async () => {
    vi.useFakeTimers();
    makeGiveaways();
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
