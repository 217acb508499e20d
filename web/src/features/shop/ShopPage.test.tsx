import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { useSession } from "@/features/session/store";
import { jsonAnswer } from "@/test-page";
import { toast } from "@/ui/toast";
import { deliver } from "@/wire/socket";
import {
  answers,
  bought,
  button,
  card,
  cardOf,
  comingSoon,
  logIn,
  memberNow,
  mug,
  open,
  orders,
  reads,
  refused,
  shirt,
  titles,
  toConfirm,
} from "./test-shop";

vi.mock("@/ui/toast", () => ({ toast: vi.fn() }));

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

  it("sells nothing to an inactive account", async () => {
    logIn();
    useSession.setState({
      status: "member",
      token: "t-1",
      member: { ...memberNow(), isActive: false },
    });
    open();
    await screen.findByText("3 items");
    expect(cardOf("Gift card").getByRole("button", { name: /^Purchase/ })).toBeDisabled();
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

  it("is not claimed when the server did not answer, and the items are shown with another try", async () => {
    answers.config = refused(429, "too_many_requests", "Too many requests");
    open();
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("The shop may be out of date");
    expect(alert).toHaveTextContent("Too many requests");
    expect(screen.queryByText("Coming Soon")).toBeNull();
    expect(await screen.findByText("3 items")).toBeVisible();
    answers.config = comingSoon(true);
    await userEvent.click(button("Retry"));
    expect(await screen.findByRole("heading", { name: "Coming Soon" })).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
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

  it("of the own purchase is not announced, and one of another member is", async () => {
    vi.mocked(toast).mockReset();
    logIn();
    const waiting: ((response: Response) => void)[] = [];
    answers.purchase = () => new Promise((resolve) => waiting.push(resolve));
    open();
    await toConfirm();
    await userEvent.click(button("Confirm Purchase"));
    await waitFor(() => expect(waiting).toHaveLength(1));
    act(() => deliver("pointsShopPurchased", { itemId: "3" }));
    await act(async () => waiting[0]?.(jsonAnswer(bought)));
    await userEvent.click(await screen.findByRole("button", { name: "Done" }));
    expect(toast).not.toHaveBeenCalled();
    act(() => deliver("pointsShopPurchased", { itemId: "3" }));
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
