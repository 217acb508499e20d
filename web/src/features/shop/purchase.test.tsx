import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useSession } from "@/features/session/store";
import { currentBalance, recordBalance } from "@/features/wallet/balance";
import { jsonAnswer } from "@/test-page";
import { deliver } from "@/wire/socket";
import {
  account,
  answers,
  bought,
  button,
  card,
  keys,
  logIn,
  lost,
  memberNow,
  mug,
  open,
  orders,
  refused,
  toConfirm,
} from "./test-shop";

vi.mock("@/ui/toast", () => ({ toast: vi.fn() }));

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
    account.isActive = false;
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
