import { act, configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { guest, useSession } from "@/features/session/store";
import { closeWallet, openWallet, recordBalance } from "@/features/wallet/balance";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { deliver } from "@/wire/socket";
import { HistoryPage } from "./HistoryPage";
import type { EntryRow, Purchase } from "./queries";

// On a busy machine the browser of the tests takes its time.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

const entry: EntryRow = {
  giveawayId: "12",
  title: "Friday drop",
  prize: "$50 gift card",
  entryType: "paid",
  tickets: 3,
  spent: 300,
  enteredAt: "2026-03-01T10:00:00Z",
  endTime: "2026-03-04T10:00:00Z",
  endedAt: null,
  status: "pending",
};
const ended = { ...entry, endedAt: "2026-03-03T10:00:00Z" };
const won: EntryRow = {
  ...ended,
  giveawayId: "11",
  title: "Freebie",
  entryType: "free",
  tickets: 1,
  spent: 0,
  status: "won",
};
const lost: EntryRow = { ...ended, giveawayId: "10", title: "Old drop", status: "lost" };
const refunded: EntryRow = { ...entry, giveawayId: "9", title: "Withdrawn", status: "refunded" };

const pending: Purchase = {
  id: "17",
  itemId: "3",
  itemTitle: "Gift card",
  user: { username: "rory", userId: "7" },
  pointsCost: 1200,
  purchaseDate: "2026-03-02T00:00:00Z",
  status: "pending",
};
const inProgress: Purchase = { ...pending, id: "18", itemTitle: "Code", status: "in_progress" };
const completed: Purchase = { ...pending, id: "16", itemTitle: "Hoodie", status: "completed" };
const cancelled: Purchase = { ...pending, id: "15", itemTitle: "Mug", status: "cancelled" };

type Answer = () => Response | Promise<Response>;
let answers: { giveaways: Answer; purchases: Answer; cancel: Answer };
let points: number;
const cancels = vi.fn<(path: string) => void>();

// What the page fetches later is there before the first test begins to wait for it.
beforeAll(async () => {
  await import("./CancelDialog");
});

beforeEach(() => {
  points = 500;
  cancels.mockReset();
  useSession.setState({ status: "member", token: "t-1", member: sampleMember });
  openWallet("7", points);
  recordBalance({ balance: points, seq: 1 });
  answers = {
    giveaways: () => jsonAnswer([entry, won, lost, refunded]),
    purchases: () => jsonAnswer([pending, inProgress, completed, cancelled]),
    cancel: () => jsonAnswer({ success: true, purchase: { ...pending, status: "cancelled" } }),
  };
  stubFetch(async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/history/giveaways") return answers.giveaways();
    if (pathname === "/api/history/purchases") return answers.purchases();
    if (pathname === "/api/auth/me") {
      const user = { ...sampleMember, points, pointsSeq: points };
      return jsonAnswer({ success: true, user });
    }
    cancels(`${request.method} ${pathname}`);
    return answers.cancel();
  });
});

afterEach(() => {
  useSession.setState(guest);
  closeWallet();
});

const open = (tab: "giveaways" | "shop" = "giveaways") => renderPage(<HistoryPage tab={tab} />);
const rowOf = (title: string) => {
  const row = screen
    .getAllByRole("listitem")
    .find(({ textContent }) => textContent.includes(title));
  if (row === undefined) throw new Error(`No row of ${title}.`);
  return within(row);
};
const button = (name: string) => screen.getByRole("button", { name });
const refused = () => jsonAnswer({ success: false, error: "x", message: "Too many requests" }, 429);

describe("the giveaways", () => {
  it("are listed with what they cost and what became of them", async () => {
    open();
    expect(screen.getByText("Loading your giveaway history")).toBeInTheDocument();
    expect(
      await screen.findByRole("tab", { name: "Giveaway History", selected: true }),
    ).toBeVisible();
    await screen.findByText("Friday drop");
    expect(rowOf("Friday drop").getByText("Pending")).toBeVisible();
    expect(rowOf("Friday drop").getByText("3 tickets")).toBeVisible();
    expect(rowOf("Friday drop").getByText("300")).toBeVisible();
    expect(rowOf("Friday drop").getByText(/^Ends/)).toBeVisible();
    expect(rowOf("Freebie").getByText("Won")).toBeVisible();
    expect(rowOf("Freebie").getByText("Free")).toBeVisible();
    expect(rowOf("Freebie").getByText(/^Ended/)).toBeVisible();
    expect(rowOf("Old drop").getByText("Lost")).toBeVisible();
    expect(rowOf("Withdrawn").getByText("Refunded")).toBeVisible();
  });

  it("lead to their proof once they have ended", async () => {
    open();
    await screen.findByText("Friday drop");
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("aria-label"));
    expect(links).toEqual(["Check the draw: Freebie", "Check the draw: Old drop"]);
    expect(screen.getByRole("link", { name: "Check the draw: Old drop" })).toHaveAttribute(
      "href",
      expect.stringContaining("/history?proof="),
    );
  });

  it("can be none, with the way to them", async () => {
    answers.giveaways = () => jsonAnswer([]);
    open();
    expect(await screen.findByText("You have not entered a giveaway yet")).toBeVisible();
    expect(screen.getByRole("link", { name: "See the giveaways" })).toHaveAttribute(
      "href",
      "/giveaways",
    );
  });

  it("are emptied by a failed load, with another try", async () => {
    answers.giveaways = refused;
    open();
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("Your giveaway history could not be loaded");
    expect(alert).toHaveTextContent("Too many requests");
    answers.giveaways = () => jsonAnswer([won]);
    await userEvent.click(button("Retry"));
    expect(await screen.findByText("Won")).toBeVisible();
  });

  it("are read again when a pending one has ended", async () => {
    open();
    await screen.findByText("Friday drop");
    answers.giveaways = () => jsonAnswer([{ ...ended, status: "lost" }]);
    act(() => deliver("giveawaysUpdated", { giveaways: [] }));
    await waitFor(() => expect(rowOf("Friday drop").getByText("Lost")).toBeVisible());
  });

  it("are read again after an entry in another window", async () => {
    answers.giveaways = () => jsonAnswer([]);
    open();
    await screen.findByText("You have not entered a giveaway yet");
    answers.giveaways = () => jsonAnswer([entry]);
    act(() => deliver("giveawayEntered", { id: "12", own: 3 }));
    expect(await screen.findByText("Friday drop")).toBeVisible();
  });
});

describe("the purchases", () => {
  it("are listed with their states", async () => {
    open("shop");
    expect(screen.getByText("Loading your points shop history")).toBeInTheDocument();
    await screen.findByText("Gift card");
    expect(rowOf("Gift card").getByText("Pending")).toBeVisible();
    expect(rowOf("Gift card").getByText("Spent:")).toBeInTheDocument();
    expect(rowOf("Code").getByText("In progress")).toBeVisible();
    expect(rowOf("Hoodie").getByText("Completed")).toBeVisible();
    expect(rowOf("Mug").getByText("Cancelled")).toBeVisible();
    expect(rowOf("Mug").getByText("Given back:")).toBeInTheDocument();
    expect(screen.getAllByRole("button")).toEqual([button("Cancel: Gift card")]);
  });

  it("can be none, with the way to the shop", async () => {
    answers.purchases = () => jsonAnswer([]);
    open("shop");
    expect(await screen.findByText("You have not bought anything yet")).toBeVisible();
    expect(screen.getByRole("link", { name: "Open the points shop" })).toHaveAttribute(
      "href",
      "/points-shop",
    );
  });

  it("are emptied by a failed load, with another try", async () => {
    answers.purchases = refused;
    open("shop");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Your points shop history could not be loaded",
    );
    answers.purchases = () => jsonAnswer([completed]);
    await userEvent.click(button("Retry"));
    expect(await screen.findByText("Hoodie")).toBeVisible();
  });
});

function off() {
  points = 1700;
  answers.purchases = () => jsonAnswer([{ ...pending, status: "cancelled" }]);
}
async function ask() {
  open("shop");
  await userEvent.click(await screen.findByRole("button", { name: "Cancel: Gift card" }));
  return screen.findByRole("dialog", { name: "Cancel this purchase?" });
}

describe("calling a purchase off", () => {
  it("asks first", async () => {
    const dialog = within(await ask());
    expect(dialog.getByText("You get back").nextSibling).toHaveTextContent("1,200 points");
    await userEvent.click(button("Keep it"));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(cancels).not.toHaveBeenCalled();
  });

  it("gives the points back, once", async () => {
    const waiting: ((response: Response) => void)[] = [];
    answers.cancel = () => new Promise((resolve) => waiting.push(resolve));
    await ask();
    const confirm = button("Cancel purchase");
    act(() => {
      confirm.click();
      confirm.click();
    });
    expect(button("Processing...")).toBeDisabled();
    off();
    await act(async () => waiting[0]?.(jsonAnswer({ success: true, purchase: pending })));
    const dialog = within(await screen.findByRole("dialog", { name: "Purchase cancelled" }));
    expect(dialog.getByText("Refunded").nextSibling).toHaveTextContent("1,200 points");
    expect(dialog.getByText("New balance").nextSibling).toHaveTextContent("1,700 points");
    expect(cancels.mock.calls).toEqual([["POST /api/points-shop/purchases/17/cancel"]]);
    await userEvent.click(button("Done"));
    expect(rowOf("Gift card").getByText("Cancelled")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("listitem")).toHaveFocus());
  });

  it("is refused when the streamer was faster", async () => {
    const text = "Only a pending purchase can be cancelled";
    answers.cancel = () => jsonAnswer({ success: false, error: "not_pending", message: text }, 409);
    const dialog = within(await ask());
    await userEvent.click(button("Cancel purchase"));
    expect(await dialog.findByRole("alert")).toHaveTextContent(text);
    expect(button("Cancel purchase")).toBeEnabled();
  });

  it("that happened although its answer was lost counts as done", async () => {
    answers.cancel = () => {
      off();
      throw new TypeError("Failed to fetch");
    };
    await ask();
    await userEvent.click(button("Cancel purchase"));
    expect(await screen.findByRole("dialog", { name: "Purchase cancelled" })).toBeVisible();
  });

  it("without an answer says so", async () => {
    answers.cancel = () => {
      throw new TypeError("Failed to fetch");
    };
    const dialog = within(await ask());
    await userEvent.click(button("Cancel purchase"));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Connection lost");
  });
});
