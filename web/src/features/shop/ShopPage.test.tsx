import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { guest, useSession } from "@/features/session/store";
import { closeWallet, currentBalance, openWallet, recordBalance } from "@/features/wallet/balance";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { toast } from "@/ui/toast";
import { deliver } from "@/wire/socket";
import type { Item, Order } from "./model";
import { ShopPage } from "./ShopPage";

vi.mock("@/ui/toast", () => ({ toast: vi.fn() }));

const card: Item = {
  id: "3",
  title: "Gift card",
  description: "For the store of your choice.",
  image: "https://example.com/card.png",
  pointsCost: 1200,
  stock: 4,
  sold: 1,
  category: "Digital Services",
  isActive: true,
  createdAt: "2026-03-01T00:00:00Z",
};
const shirt: Item = { ...card, id: "4", title: "Shirt", pointsCost: 800, stock: 0, image: "" };
const mug: Item = { ...card, id: "5", title: "Mug", pointsCost: 2500, stock: 1, image: "" };

const purchase = {
  id: "17",
  itemId: "3",
  itemTitle: "Gift card",
  user: { username: "rory", userId: "7" },
  pointsCost: 1200,
  purchaseDate: "2026-03-02T00:00:00Z",
  status: "pending",
};
const bought = {
  success: true,
  message: "You bought Gift card",
  userPoints: 800,
  seq: 9,
  purchase,
};

const refused = (status: number, error: string, message: string) => () =>
  jsonAnswer({ success: false, error, message }, status);

const lost = () => {
  throw new TypeError("Failed to fetch");
};

type Answer = () => Response | Promise<Response>;
let answers: { items: Answer; config: Answer; purchase: Answer };
const orders = vi.fn<(body: unknown, key: string | null) => void>();
const fetched = vi.fn<(request: Request) => Promise<Response>>();
const keys = () => new Set(orders.mock.calls.map(([, key]) => key));
let isActive = true;

async function serve(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/api/points-shop") return answers.items();
  if (pathname === "/api/points-shop/config") return answers.config();
  if (pathname === "/api/auth/me") return jsonAnswer({ success: true, user: memberNow() });
  if (pathname !== "/api/points-shop/purchase") throw new Error(`Unexpected call: ${pathname}`);
  orders(await request.json(), request.headers.get("Idempotency-Key"));
  return answers.purchase();
}

const memberNow = () => ({ ...sampleMember, points: 2000, pointsSeq: 5, isActive });

const open = (order: Order = "all") => renderPage(<ShopPage order={order} />);
const comingSoon = (on: boolean) => () => jsonAnswer({ success: true, comingSoonEnabled: on });
const titles = () => screen.getAllByRole("heading", { level: 2 }).map((title) => title.textContent);
const reads = () =>
  fetched.mock.calls.filter(([request]) => request.url.endsWith("/points-shop")).length;
const cardOf = (title: string) => {
  const found = screen.getAllByRole("article").find((one) => one.textContent.includes(title));
  if (found === undefined) throw new Error(`No card of ${title}.`);
  return within(found);
};
const button = (name: string | RegExp) => screen.getByRole("button", { name });

async function toConfirm(title = "Gift card"): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole("button", { name: `Purchase: ${title}` }));
  return screen.findByRole("dialog", { name: "Confirm your purchase" });
}

function logIn() {
  useSession.setState({ status: "member", token: "t-1", member: memberNow() });
  openWallet("7", 2000);
  recordBalance({ balance: 2000, seq: 5 });
}

beforeEach(() => {
  isActive = true;
  orders.mockReset();
  fetched.mockReset();
  fetched.mockImplementation(serve);
  stubFetch(fetched);
  answers = {
    items: () => jsonAnswer([card, shirt, mug]),
    config: comingSoon(false),
    purchase: () => jsonAnswer(bought),
  };
});

afterEach(() => {
  useSession.setState(guest);
  closeWallet();
});

describe("the shelf", () => {
  it("shows every item with its price, its stock and its button", async () => {
    open();
    expect(screen.getByText("Loading the shop")).toBeInTheDocument();
    expect(await screen.findByText("3 items")).toBeVisible();
    expect(titles()).toEqual(["Gift card", "Shirt", "Mug"]);
    const gift = cardOf("Gift card");
    expect(gift.getByText("1,200 points")).toBeVisible();
    expect(gift.getByText("4 left")).toBeVisible();
    expect(gift.getByText(card.description)).toBeVisible();
    expect(gift.getByRole("button", { name: "Purchase: Gift card" })).toBeEnabled();
    const soldOut = cardOf("Shirt").getByRole("button", { name: "Out of Stock: Shirt" });
    expect(soldOut).toBeDisabled();
  });

  it.each([
    ["low", "Price: Low to High", ["Shirt", "Gift card", "Mug"], "3 items"],
    ["high", "Price: High to Low", ["Mug", "Gift card", "Shirt"], "3 items"],
    ["stock", "In Stock Only", ["Gift card", "Mug"], "2 items"],
  ] as const)("is sorted: %s", async (order, name, expected, count) => {
    open(order);
    expect(await screen.findByText(count)).toBeVisible();
    expect(titles()).toEqual(expected);
    expect(button(name)).toHaveAttribute("aria-pressed", "true");
    expect(button("All Items")).toHaveAttribute("aria-pressed", "false");
  });

  it("shows the house's own picture when theirs does not load", async () => {
    const { container } = open();
    await screen.findByText("3 items");
    const [picture] = container.querySelectorAll("img");
    if (picture === undefined) throw new Error("There is no picture.");
    expect(picture).toHaveAttribute("src", card.image);
    fireEvent.error(picture);
    expect(container.querySelector("img")).toBeNull();
  });

  it("can be empty, or sold out", async () => {
    answers.items = () => jsonAnswer([]);
    open();
    expect(await screen.findByRole("heading", { name: "No Items Available" })).toBeVisible();
    expect(screen.getByText("0 items")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Show all items" })).toBeNull();
    act(() => deliver("pointsShopUpdated", [shirt]));
    expect(await screen.findByText("1 item")).toBeVisible();
  });

  it("leads from sold-out items only back to all of them", async () => {
    answers.items = () => jsonAnswer([shirt]);
    open("stock");
    expect(await screen.findByText("No Items Available")).toBeVisible();
    expect(button("Show all items")).toBeVisible();
  });

  it("says that a load failed, with another try", async () => {
    answers.items = refused(429, "too_many_requests", "Too many requests");
    open();
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("The shop could not be loaded");
    expect(alert).toHaveTextContent("Too many requests");
    expect(screen.queryByText("No Items Available")).toBeNull();
    expect(screen.queryByText("0 items")).toBeNull();
    answers.items = () => jsonAnswer([card]);
    await userEvent.click(within(alert).getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("1 item")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("tells a member what is missing", async () => {
    logIn();
    open();
    await screen.findByText("3 items");
    expect(cardOf("Mug").getByText("500 points to go")).toBeVisible();
    expect(cardOf("Gift card").queryByText(/to go/)).toBeNull();
  });
});

describe("coming soon", () => {
  it("lies over the shelf until the shop is opened, and again when it is closed", async () => {
    answers.config = comingSoon(true);
    open();
    expect(await screen.findByRole("heading", { name: "Coming Soon" })).toBeVisible();
    expect(screen.queryByRole("article")).toBeNull();
    act(() => deliver("pointsShopConfigUpdated", { comingSoonEnabled: false }));
    expect(await screen.findByText("3 items")).toBeVisible();
    expect(screen.queryByText("Coming Soon")).toBeNull();
    act(() => deliver("pointsShopConfigUpdated", { comingSoonEnabled: true }));
    expect(await screen.findByRole("heading", { name: "Coming Soon" })).toBeVisible();
  });

  it("is not claimed when the server did not answer, with another try", async () => {
    answers.config = refused(429, "too_many_requests", "Too many requests");
    open();
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("The shop could not be loaded");
    expect(alert).toHaveTextContent("Too many requests");
    expect(screen.queryByText("Coming Soon")).toBeNull();
    answers.config = comingSoon(false);
    await userEvent.click(button("Retry"));
    expect(await screen.findByText("3 items")).toBeVisible();
  });
});

describe("the details", () => {
  it("show cost and stock, and lead to the purchase in the same dialog", async () => {
    logIn();
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Gift card" }));
    const dialog = await screen.findByRole("dialog", { name: "Gift card" });
    expect(within(dialog).getByText("Cost").nextSibling).toHaveTextContent("1,200 points");
    expect(within(dialog).getByText("Stock").nextSibling).toHaveTextContent("4 left");
    await userEvent.click(within(dialog).getByRole("button", { name: "Purchase" }));
    expect(dialog).toHaveAccessibleName("Confirm your purchase");
    expect(dialog).toContainElement(
      document.activeElement instanceof HTMLElement ? document.activeElement : null,
    );
    expect(screen.getAllByRole("dialog")).toHaveLength(1);
    await userEvent.click(button("Cancel"));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(orders).not.toHaveBeenCalled();
  });

  it("follow the shelf: sold out, dearer, gone, closed", async () => {
    open();
    await userEvent.click(await screen.findByRole("button", { name: "Mug" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Mug" }));
    act(() => deliver("pointsShopPurchased", { itemId: "5" }));
    expect(await dialog.findByRole("button", { name: "Out of Stock" })).toBeDisabled();
    act(() => deliver("pointsShopUpdated", [{ ...mug, pointsCost: 2600, stock: 7 }]));
    expect(await dialog.findByRole("button", { name: "Purchase" })).toBeEnabled();
    expect(dialog.getByText("Cost").nextSibling).toHaveTextContent("2,600 points");
    expect(dialog.getByText("7 left")).toBeVisible();
    act(() => deliver("pointsShopUpdated", [card]));
    expect(await dialog.findByText("This item is not for sale")).toBeVisible();
    expect(dialog.getByRole("button", { name: "Purchase" })).toBeDisabled();
    act(() => deliver("pointsShopConfigUpdated", { comingSoonEnabled: true }));
    expect(await dialog.findByText("The points shop is coming soon")).toBeVisible();
  });
});

describe("a purchase", () => {
  beforeEach(logIn);

  it("shows what it leaves, is sent once, and says what happens next", async () => {
    const waiting: ((response: Response) => void)[] = [];
    answers.purchase = () => new Promise((resolve) => waiting.push(resolve));
    open();
    const dialog = within(await toConfirm());
    expect(dialog.getByText("Gift card")).toBeVisible();
    expect(dialog.getByText("Balance after").nextSibling).toHaveTextContent("800 points");

    await userEvent.dblClick(button("Confirm Purchase"));
    expect(button("Processing...")).toBeDisabled();
    await userEvent.keyboard("{Escape}");
    expect(button("Processing...")).toBeVisible();
    expect(button("Cancel")).toBeDisabled();
    // The pushes of the payment and of the last piece come before the answer.
    act(() => recordBalance({ balance: 800, seq: 9 }));
    act(() => deliver("pointsShopUpdated", [{ ...card, stock: 0 }]));
    expect(await dialog.findByText("Out of Stock")).toBeVisible();
    expect(dialog.getByText("Balance after").nextSibling).toHaveTextContent("800 points");
    expect(dialog.queryByRole("alert")).toBeNull();
    await act(async () => waiting[0]?.(jsonAnswer(bought)));

    const done = await screen.findByRole("dialog", { name: "Purchase complete" });
    expect(done).toHaveTextContent("You bought Gift card");
    expect(within(done).getByText("New balance").nextSibling).toHaveTextContent("800 points");
    expect(within(done).getByText("Status").nextSibling).toHaveTextContent("Pending");
    expect(currentBalance()).toBe(800);
    expect(orders).toHaveBeenCalledTimes(1);
    expect(orders).toHaveBeenCalledWith(
      { itemId: "3", pointsCost: 1200 },
      expect.stringMatching(/^[0-9a-f]{32}$/),
    );
    await userEvent.click(button("Done"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("is not made by the second click of a double click", async () => {
    open();
    await toConfirm();
    fireEvent.click(button("Confirm Purchase"), { detail: 2 });
    expect(screen.queryByRole("button", { name: "Processing..." })).toBeNull();
    expect(button("Confirm Purchase")).toBeEnabled();
  });

  it.each([
    [400, "insufficient_points", "Insufficient points: 1,200 needed", "Insufficient points"],
    [409, "out_of_stock", "Out of Stock", "Out of Stock"],
    [404, "not_found", "This item is not for sale", "This item is not for sale"],
    [403, "coming_soon", "The points shop is coming soon", "The points shop is coming soon"],
    [429, "too_many_requests", "Please wait a moment", "Please wait a moment"],
    [500, "internal", "", "Purchase failed. Please try again."],
  ])("refused with %i %s says %j as %j", async (status, error, message, text) => {
    answers.purchase = refused(status, error, message);
    open();
    const dialog = within(await toConfirm());
    await userEvent.click(button("Confirm Purchase"));
    expect(await dialog.findByText(text)).toBeVisible();
    expect(currentBalance()).toBe(2000);
    answers.purchase = () => jsonAnswer(bought);
    await userEvent.click(button("Confirm Purchase"));
    expect(await screen.findByRole("dialog", { name: "Purchase complete" })).toBeVisible();
    const [first, second] = orders.mock.calls.map(([, key]) => key);
    // What was refused is a new order; what may have succeeded keeps its key.
    expect(second === first).toBe(status === 500 || status === 429);
  });

  it.each([
    [429, "too_many_requests"],
    [401, "unauthorized"],
    [403, "account_inactive"],
    [503, "maintenance"],
    [502, ""],
  ])("keeps its key when %i %s follows a lost answer", async (status, error) => {
    answers.purchase = lost;
    open();
    const dialog = within(await toConfirm());
    await userEvent.click(button("Confirm Purchase"));
    await dialog.findByText("Purchase failed. Please try again.");
    answers.purchase = refused(status, error, "Not now");
    await userEvent.click(button("Confirm Purchase"));
    await dialog.findByText(error === "unauthorized" ? /must be logged in/ : "Not now");
    answers.purchase = () => jsonAnswer(bought);
    await userEvent.click(button("Confirm Purchase"));
    await screen.findByRole("dialog", { name: "Purchase complete" });
    expect(orders).toHaveBeenCalledTimes(4);
    expect(keys().size).toBe(1);
  });

  it("keeps its key while the dialog is closed", async () => {
    answers.purchase = lost;
    open();
    await toConfirm();
    await userEvent.click(button("Confirm Purchase"));
    await screen.findByText("Purchase failed. Please try again.");
    await userEvent.click(button("Cancel"));
    answers.purchase = () => jsonAnswer(bought);
    await toConfirm();
    await userEvent.click(button("Confirm Purchase"));
    await screen.findByRole("dialog", { name: "Purchase complete" });
    expect(keys().size).toBe(1);
    await userEvent.click(button("Done"));
    // The next piece is another order.
    await toConfirm();
    act(() => recordBalance({ balance: 2000, seq: 10 }));
    await userEvent.click(button("Confirm Purchase"));
    await screen.findByRole("dialog", { name: "Purchase complete" });
    expect(keys().size).toBe(2);
  });

  it("ends with the member's session", async () => {
    answers.purchase = () => {
      useSession.setState({
        status: "member",
        token: "t-2",
        member: { ...memberNow(), id: "8", username: "ruby" },
      });
      throw new TypeError("Failed to fetch");
    };
    open();
    await toConfirm();
    await userEvent.click(button("Confirm Purchase"));
    await screen.findByText("Your session has ended. Please log in again.");
    // It is not sent again as the next member's.
    expect(orders).toHaveBeenCalledTimes(1);
    answers.purchase = () => jsonAnswer(bought);
    await userEvent.click(button("Confirm Purchase"));
    await screen.findByRole("dialog", { name: "Purchase complete" });
    expect(keys().size).toBe(2);
  });

  it("without an answer can be tried again without buying twice", async () => {
    answers.purchase = lost;
    open();
    const dialog = within(await toConfirm());
    await userEvent.click(button("Confirm Purchase"));
    const alert = await dialog.findByRole("alert");
    expect(alert).toHaveTextContent("Purchase failed. Please try again.");
    expect(alert).toHaveTextContent("You can try again: it happens only once.");
    answers.purchase = () => jsonAnswer(bought);
    await userEvent.click(button("Confirm Purchase"));
    await screen.findByRole("dialog", { name: "Purchase complete" });
    expect(orders).toHaveBeenCalledTimes(3);
    expect(new Set(orders.mock.calls.map(([, key]) => key)).size).toBe(1);
  });

  it("at another price by now shows it before it is agreed to", async () => {
    answers.purchase = () => {
      answers.items = () => jsonAnswer([{ ...card, pointsCost: 1500 }]);
      return refused(409, "price_changed", "The price of this item is now 1500 points")();
    };
    open();
    const dialog = within(await toConfirm());
    await userEvent.click(button("Confirm Purchase"));
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "it was 1,200 points and is now 1,500 points",
    );
    expect(dialog.getByText("Balance after").nextSibling).toHaveTextContent("500 points");
    expect(dialog.queryByRole("button", { name: "Confirm Purchase" })).toBeNull();
    answers.purchase = () => jsonAnswer(bought);
    await userEvent.click(button("Accept 1,500 points"));
    expect(orders).toHaveBeenCalledTimes(1);
    await userEvent.click(button("Confirm Purchase"));
    await screen.findByRole("dialog", { name: "Purchase complete" });
    expect(orders.mock.lastCall?.[0]).toEqual({ itemId: "3", pointsCost: 1500 });
  });

  it("is stopped by pushes while it is being confirmed", async () => {
    open();
    const dialog = within(await toConfirm("Gift card"));
    const confirm = () => dialog.getByRole("button", { name: "Confirm Purchase" });
    act(() => deliver("pointsShopUpdated", [{ ...card, pointsCost: 1300 }]));
    expect(await dialog.findByRole("button", { name: "Accept 1,300 points" })).toBeVisible();
    act(() => deliver("pointsShopUpdated", [{ ...card, stock: 0 }]));
    await waitFor(() => expect(dialog.getByRole("alert")).toHaveTextContent(/^Out of Stock$/));
    expect(confirm()).toBeDisabled();
    act(() => deliver("pointsShopUpdated", [mug]));
    expect(await dialog.findByText("This item is not for sale")).toBeVisible();
    act(() => deliver("pointsShopConfigUpdated", { comingSoonEnabled: true }));
    expect(await dialog.findByText("The points shop is coming soon")).toBeVisible();
    act(() => deliver("pointsShopConfigUpdated", { comingSoonEnabled: false }));
    act(() => deliver("pointsShopUpdated", [card]));
    await waitFor(() => expect(confirm()).toBeEnabled());
    expect(dialog.queryByRole("alert")).toBeNull();
  });

  it("needs the points for it", async () => {
    open();
    const dialog = within(await toConfirm("Mug"));
    expect(dialog.getByRole("alert")).toHaveTextContent(/^Insufficient points$/);
    expect(dialog.getByText("Still missing").nextSibling).toHaveTextContent("500 points");
    expect(button("Confirm Purchase")).toBeDisabled();
    act(() => recordBalance({ balance: 2500, seq: 6 }));
    expect(button("Confirm Purchase")).toBeEnabled();
  });

  it("needs an active account, also when the server says so first", async () => {
    isActive = false;
    answers.purchase = refused(403, "account_inactive", "Your account is inactive");
    open();
    const dialog = within(await toConfirm());
    await userEvent.click(button("Confirm Purchase"));
    expect(await dialog.findByText("Your account is inactive")).toBeVisible();
    expect(button("Confirm Purchase")).toBeDisabled();
  });

  it("needs a session that still holds", async () => {
    answers.purchase = refused(401, "unauthorized", "Please log in");
    open();
    const dialog = within(await toConfirm());
    await userEvent.click(button("Confirm Purchase"));
    // Without the session's own watch over refused tokens, the line comes from the refusal.
    expect(await dialog.findByText("You must be logged in to make a purchase")).toBeVisible();
  });
});

it("a guest is asked to log in, and led back here", async () => {
  open();
  const dialog = within(await toConfirm());
  expect(dialog.getByRole("alert")).toHaveTextContent("You must be logged in to make a purchase");
  expect(dialog.queryByRole("button", { name: "Confirm Purchase" })).toBeNull();
  const login = dialog.getByRole("link", { name: "Log in" });
  expect(login).toHaveAttribute("href", "/login?redirect=%2Fpoints-shop");
});

describe("a push", () => {
  it("of a sale counts one item's stock down, and says so once", async () => {
    vi.mocked(toast).mockReset();
    open();
    await screen.findByText("3 items");
    expect(toast).not.toHaveBeenCalled();
    act(() => deliver("pointsShopPurchased", { itemId: "3" }));
    expect(await cardOf("Gift card").findByText("3 left")).toBeVisible();
    expect(cardOf("Mug").getByText("1 left")).toBeVisible();
    expect(toast).toHaveBeenCalledWith({ text: "Points shop updated!", tone: "info" });
    act(() => deliver("pointsShopPurchased", { itemId: "5" }));
    expect(await cardOf("Mug").findByText("Out of Stock", { selector: "span" })).toBeVisible();
    // The first notice still stands.
    expect(toast).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["pointsShopUpdated", [mug]],
    ["pointsShopConfigUpdated", { comingSoonEnabled: true }],
  ] as const)("%s is announced", async (name, payload) => {
    vi.mocked(toast).mockReset();
    open();
    await screen.findByText("3 items");
    act(() => deliver(name, payload));
    expect(toast).toHaveBeenCalledTimes(1);
  });

  it("is announced after the dialog that was open when it came", async () => {
    vi.mocked(toast).mockReset();
    open();
    const dialog = within(await toConfirm());
    act(() => deliver("pointsShopPurchased", { itemId: "3" }));
    expect(await dialog.findByText("3 left")).toBeVisible();
    expect(toast).not.toHaveBeenCalled();
    await userEvent.click(button("Cancel"));
    expect(toast).toHaveBeenCalledTimes(1);
  });

  it("of the list is newer than an answer that was on its way", async () => {
    const waiting: ((response: Response) => void)[] = [];
    answers.items = () => new Promise((resolve) => waiting.push(resolve));
    open();
    await waitFor(() => expect(waiting).toHaveLength(1));
    act(() => deliver("pointsShopUpdated", [mug]));
    expect(await screen.findByText("1 item")).toBeVisible();
    await act(async () => waiting[0]?.(jsonAnswer([card, shirt])));
    expect(titles()).toEqual(["Mug"]);
    // The read begins anew.
    await act(async () => waiting[1]?.(jsonAnswer([mug, shirt])));
    expect(await screen.findByText("2 items")).toBeVisible();
  });

  it("of sales is followed by one more read once they calm down", async () => {
    open();
    await screen.findByText("3 items");
    vi.useFakeTimers();
    const before = reads();
    answers.items = () => jsonAnswer([{ ...card, stock: 1 }, shirt, mug]);
    act(() => deliver("pointsShopPurchased", { itemId: "3" }));
    await act(async () => vi.advanceTimersByTimeAsync(2_000));
    act(() => deliver("pointsShopPurchased", { itemId: "3" }));
    await act(async () => vi.advanceTimersByTimeAsync(2_000));
    expect(cardOf("Gift card").getByText("2 left")).toBeVisible();
    expect(reads()).toBe(before);
    await act(async () => vi.advanceTimersByTimeAsync(1_500));
    expect(reads()).toBe(before + 1);
    expect(cardOf("Gift card").getByText("1 left")).toBeVisible();
    vi.useRealTimers();
  });
});
