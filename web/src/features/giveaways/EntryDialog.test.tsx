import { act, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { guest, useSession } from "@/features/session/store";
import { closeWallet, currentBalance, openWallet, recordBalance } from "@/features/wallet/balance";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { deliver } from "@/wire/socket";
import { GiveawaysPage } from "./GiveawaysPage";
import type { Giveaway } from "./model";
import { endedOf, sampleGiveaways } from "./test-giveaways";

// On a busy machine the browser of the tests takes its time.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

let drop: Giveaway;
let freebie: Giveaway;
let soon: Giveaway;
let over: Giveaway;

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
    message: "Entry Successful! You have 5 tickets",
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
const cardOf = (title: string) => within(screen.getByRole("article", { name: title }));
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const push = (...giveaways: Giveaway[]) => act(() => deliver("giveawaysUpdated", { giveaways }));
const term = (name: string) => screen.getByText(name).nextSibling;
const numberOfTickets = () => screen.getByRole("spinbutton", { name: "Number of tickets" });

const enterFree = async () =>
  userEvent.click(await screen.findByRole("button", { name: "Enter For Free: Freebie" }));

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

// What the page fetches later is there before the first test begins to wait for it.
beforeAll(async () => {
  await import("./EntryDialog");
});

beforeEach(() => {
  ({ drop, freebie, soon, over } = sampleGiveaways());
  isActive = true;
  own = {};
  orders.mockReset();
  fetched.mockReset();
  fetched.mockImplementation(serve);
  stubFetch(fetched);
  answers = { list: () => listOf(drop, freebie, soon, over), entry: () => entered() };
});

afterEach(() => {
  vi.useRealTimers();
  useSession.setState(guest);
  closeWallet();
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
    await userEvent.click(button("One ticket fewer"));
    expect(term("Total cost")).toHaveTextContent("900 points");
  });

  it.each([
    ["0", "At least 1 ticket"],
    ["-2", "At least 1 ticket"],
    ["2.5", "At least 1 ticket"],
    ["11", "At most 10 tickets for your points"],
    ["99999999999999999999", "At most 10 tickets for your points"],
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
    expect(dialog).toHaveAccessibleDescription("You have 5 tickets");
    expect(dialog).toHaveTextContent("Nos.121to 125");
    expect(term("Yours")).toHaveTextContent("5 of 125 tickets");
    expect(term("New balance")).toHaveTextContent("500 points");
    expect(screen.getByText("cd".repeat(32))).not.toBeVisible();
    await userEvent.click(screen.getByText("Proof"));
    expect(screen.getByText("cd".repeat(32))).toBeVisible();
    expect(dialog).toHaveTextContent("It includes tickets 121 to 125.");
    expect(currentBalance()).toBe(500);
    expect(orders).toHaveBeenCalledTimes(1);
    expect(orders).toHaveBeenCalledWith(
      { entryType: "paid", entryCost: 100, ticketCount: 5 },
      expect.stringMatching(/^[0-9a-f]{32}$/),
    );
    await userEvent.click(button("Done"));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByText("You're entered · 5")).toBeVisible();
    await waitFor(() => expect(button("Buy more: Friday drop")).toHaveFocus());
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
    const isRefused = status < 500 && error !== "account_inactive" && status !== 429;
    if (isRefused) await userEvent.click(await screen.findByRole("button", { name: /^Buy 1/ }));
    await screen.findByRole("dialog", { name: "Entry Successful!" });
    const [first, second] = orders.mock.calls.map(([, key]) => key);
    // What was refused is a new order; what may have succeeded keeps its key.
    expect(second === first).toBe(!isRefused);
  });

  it("keeps its key when the lost order is refused for another reason", async () => {
    answers.entry = lost;
    open();
    await toChoice();
    await userEvent.click(button("Buy 1 ticket"));
    await screen.findByRole("dialog", { name: "Connection Error" });
    answers.entry = refused(429, "too_many_requests", "Please wait a moment");
    await userEvent.click(button("Try again"));
    const dialog = await screen.findByRole("dialog", { name: "Entry Failed" });
    expect(dialog).toHaveTextContent("You can try again: it happens only once.");
    answers.entry = () => entered();
    await userEvent.click(button("Try again"));
    await screen.findByRole("dialog", { name: "Entry Successful!" });
    expect(orders).toHaveBeenCalledTimes(4);
    expect(new Set(orders.mock.calls.map(([, key]) => key)).size).toBe(1);
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
    expect(await dialog.findByText("This giveaway no longer takes entries")).toBeVisible();
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
    await enterFree();
    const dialog = await screen.findByRole("dialog", { name: "Entry Successful!" });
    expect(term("Yours")).toHaveTextContent("1 of 2 tickets");
    expect(within(dialog).queryByText("Paid")).toBeNull();
    expect(orders).toHaveBeenCalledTimes(1);
    expect(orders.mock.lastCall?.[0]).toEqual({ entryType: "free", entryCost: 0, ticketCount: 1 });
    await userEvent.click(button("Done"));
    expect(cardOf("Freebie").getByText("You're entered")).toBeVisible();
    // The button is gone with the entry.
    const card = screen.getByRole("article", { name: "Freebie" });
    await waitFor(() => expect(card.parentElement).toHaveFocus());
  });

  it("needs a verified address, and leads to where it is verified", async () => {
    const text = "Verify your e-mail address to enter free giveaways";
    answers.entry = refused(403, "email_unverified", text);
    open();
    await enterFree();
    const dialog = await screen.findByRole("dialog", { name: "Confirm your email first" });
    expect(within(dialog).getByRole("alert")).toHaveTextContent(text);
    const link = within(dialog).getByRole("link", { name: "Verify your e-mail" });
    expect(link).toHaveAttribute("href", "/account");
  });

  it("without an answer can be tried again", async () => {
    answers.entry = lost;
    open();
    await enterFree();
    await screen.findByRole("dialog", { name: "Connection Error" });
    answers.entry = () => entered();
    await userEvent.click(button("Try again"));
    await screen.findByRole("dialog", { name: "Entry Successful!" });
    expect(new Set(orders.mock.calls.map(([, key]) => key)).size).toBe(1);
  });
});
