import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { Message, useMessage } from "@/ui/Message";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import type { Account } from "./model";
import { accountsAnswer, anAccount } from "./test-accounts";

const LIST = "GET /api/admin/accounts";
const MANAGE = "POST /api/auth/admin/manage-points";
const STATE = "PUT /api/admin/accounts/7";
const LINK = "POST /api/admin/accounts/7/link";
const LEDGER = "GET /api/admin/accounts/7/ledger";

let rory: Account;
const house: Answers = { [LIST]: () => accountsAnswer([rory]) };

beforeEach(() => {
  rory = anAccount("7", "rory", { points: 100 });
});

afterEach(() => {
  sessionStorage.clear();
  keepAdminToken(null);
  queryClient.clear();
});

/** Opens one of the dialogs of rory's card. */
async function open(button: string, answers: Answers) {
  const panel = openAsAdmin("/admin/accounts", { ...house, ...answers });
  await userEvent.click(await screen.findByRole("button", { name: `${button}: rory` }));
  return { ...panel, dialog: within(await screen.findByRole("dialog")) };
}

const button = (name: string) => screen.getByRole("button", { name });

/** From one member's dialog to another one's. */
async function turnTo(name: string) {
  await userEvent.keyboard("{Escape}");
  await userEvent.click(await screen.findByRole("button", { name: `Manage Points: ${name}` }));
}

it("says that the member sees the reason", async () => {
  await open("Manage Points", {});
  expect(screen.getByRole("textbox", { name: "Reason" })).toHaveAccessibleDescription(
    "Optional. The member sees it in the statement.",
  );
});

it("adds and sets only what the amount allows", async () => {
  await open("Manage Points", {});
  const amount = screen.getByRole("textbox", { name: "Amount" });
  const isOff = () => ["Add", "Remove", "Set"].map((name) => button(name).hasAttribute("disabled"));
  expect(isOff()).toEqual([true, true, true]);
  await userEvent.type(amount, "0");
  expect(isOff()).toEqual([true, true, false]);
  await userEvent.type(amount, "5");
  await waitFor(() => expect(isOff()).toEqual([false, false, false]));
  expect(button("Add")).toHaveAccessibleDescription("makes 105");
  expect(button("Remove")).toHaveAccessibleDescription("makes 95");
  expect(button("Set")).toHaveAccessibleDescription("makes 5");
  await userEvent.type(amount, ".5");
  expect(await screen.findByText("Enter a whole number of points")).toBeVisible();
  expect(isOff()).toEqual([true, true, true]);
});

it.each([
  ["Add", "add", "Added 50 points", 150, "rory: Added 50 points. Balance: 150."],
  ["Remove", "remove", "Removed 50 points", 50, "rory: Removed 50 points. Balance: 50."],
  ["Set", "set", "Balance set to 50 points", 50, "rory: Balance set to 50 points."],
])("%s moves the points and says so", async (name, action, message, points, said) => {
  const keys: (string | null)[] = [];
  const { sent } = await open("Manage Points", {
    [MANAGE]: (request) => {
      keys.push(request.headers.get("Idempotency-Key"));
      rory = { ...rory, points };
      return jsonAnswer({ success: true, message, user: { id: "7", points } });
    },
  });
  await userEvent.type(screen.getByRole("textbox", { name: "Amount" }), "50");
  await userEvent.click(button(name));
  if (name === "Set") {
    expect(
      await screen.findByText("The balance of rory becomes 50 points, in place of 100."),
    ).toBeVisible();
    expect(sent(MANAGE)).toEqual([]);
    await userEvent.click(button("Set balance"));
  }
  expect(await screen.findByText(said)).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent(MANAGE)).toEqual([{ userId: "7", action, amount: 50 }]);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  const card = within(screen.getByRole("article", { name: "rory" }));
  expect(await card.findByText(String(points))).toBeVisible();
  await waitFor(() => expect(button("Manage Points: rory")).toHaveFocus());
});

it("says what the server refuses, and keeps what was typed", async () => {
  const { dialog } = await open("Manage Points", {
    [MANAGE]: () => refusal(400, "Insufficient points", "insufficient_points"),
  });
  await userEvent.type(screen.getByRole("textbox", { name: "Amount" }), "101");
  expect(button("Remove")).toHaveAccessibleDescription("More than the balance");
  await userEvent.click(button("Remove"));
  expect(await dialog.findByText("Failed to update points: Insufficient points")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Amount" })).toHaveValue("101");
});

it("gives an order without an answer again under the same key", async () => {
  const keys: (string | null)[] = [];
  let isLost = true;
  const { dialog } = await open("Manage Points", {
    [MANAGE]: (request) => {
      keys.push(request.headers.get("Idempotency-Key"));
      if (isLost) throw new TypeError("Failed to fetch");
      return jsonAnswer({
        success: true,
        message: "Added 5 points",
        user: { id: "7", points: 105 },
      });
    },
  });
  await userEvent.type(screen.getByRole("textbox", { name: "Amount" }), "5");
  await userEvent.click(button("Add"));
  expect(await dialog.findByText("Error updating points. Please try again.")).toBeVisible();
  isLost = false;
  await userEvent.click(button("Add"));
  expect(await screen.findByText(/Added 5 points/)).toBeVisible();
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

it("shows the balance as it is by now after a failure", async () => {
  const { dialog } = await open("Manage Points", {
    [MANAGE]: () => {
      rory = { ...rory, points: 40 };
      return refusal(400, "Insufficient points", "insufficient_points");
    },
  });
  await userEvent.type(screen.getByRole("textbox", { name: "Amount" }), "60");
  expect(button("Remove")).toHaveAccessibleDescription("makes 40");
  await userEvent.click(button("Remove"));
  expect(await dialog.findByText("Failed to update points: Insufficient points")).toBeVisible();
  await waitFor(() =>
    expect(button("Remove")).toHaveAccessibleDescription("More than the balance"),
  );
  expect(dialog.getByText("Balance now").nextElementSibling).toHaveTextContent("40");
});

it("keeps what is not answered by member and order, over a refusal of the caller", async () => {
  const ruby = anAccount("8", "ruby", { points: 100 });
  const keys: Record<string, (string | null)[]> = {};
  let outcome: "lost" | "limited" | "done" = "lost";
  await open("Manage Points", {
    [LIST]: () => accountsAnswer([rory, ruby]),
    [MANAGE]: async (request) => {
      const { userId }: { userId: string } = await request.json();
      keys[userId] = [...(keys[userId] ?? []), request.headers.get("Idempotency-Key")];
      if (outcome === "lost") throw new TypeError("Failed to fetch");
      if (outcome === "limited") return refusal(429, "Too many requests");
      return jsonAnswer({ success: true, message: "Added 5", user: { id: userId, points: 105 } });
    },
  });
  const add = async (says: RegExp) => {
    await userEvent.type(await screen.findByRole("textbox", { name: "Amount" }), "5");
    await userEvent.click(button("Add"));
    expect(await screen.findByText(says)).toBeVisible();
  };
  await add(/^Error updating points/);
  await turnTo("ruby");
  await add(/^Error updating points/);
  outcome = "limited";
  await turnTo("rory");
  await add(/Too many requests/);
  expect(sessionStorage.getItem("pointhouse.admin.orders")).toContain(keys["7"]?.[0]);
  outcome = "done";
  await userEvent.click(button("Add"));
  expect(await screen.findByText(/Added 5/)).toBeVisible();
  expect(keys["7"]).toHaveLength(4);
  expect(new Set(keys["7"]).size).toBe(1);
  expect(keys["8"]?.[0]).not.toBe(keys["7"]?.[0]);
  expect(sessionStorage.getItem("pointhouse.admin.orders")).not.toContain(keys["7"]?.[0]);
});

it("lets a message stand for five seconds", () => {
  vi.useFakeTimers();
  try {
    render(<Speaker />);
    act(() => screen.getByRole("button").click());
    expect(screen.getByText("Done")).toBeVisible();
    act(() => void vi.advanceTimersByTime(4_999));
    expect(screen.getByText("Done")).toBeVisible();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByText("Done")).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

function Speaker() {
  const { message, say } = useMessage();
  return (
    <>
      <button type="button" onClick={() => say("success", "Done")}>
        Say
      </button>
      <Message message={message} />
    </>
  );
}

it("asks before it deactivates, and activates again", async () => {
  const { sent } = await open("Deactivate", {
    [STATE]: async (request) => {
      const { isActive }: { isActive: boolean } = await request.json();
      rory = { ...rory, isActive };
      const message = `rory is ${isActive ? "active" : "inactive"}`;
      return jsonAnswer({ success: true, message, user: rory });
    },
  });
  expect(screen.getByRole("dialog", { name: "Deactivate rory?" })).toBeVisible();
  expect(sent(STATE)).toEqual([]);
  await userEvent.click(button("Deactivate"));
  expect(await screen.findByText("rory is inactive")).toBeVisible();
  const card = within(screen.getByRole("article", { name: "rory" }));
  expect(card.getByText("Inactive")).toBeVisible();
  await userEvent.click(button("Activate: rory"));
  await userEvent.click(await screen.findByRole("button", { name: "Activate" }));
  expect(await card.findByText("Active")).toBeVisible();
  expect(sent(STATE)).toEqual([{ isActive: false }, { isActive: true }]);
});

it("stays open when an account cannot be changed", async () => {
  const { dialog } = await open("Deactivate", { [STATE]: () => refusal(404, "No such member") });
  await userEvent.click(button("Deactivate"));
  expect(await dialog.findByText("No such member")).toBeVisible();
});

it("renames a member, and says what the name lacks", async () => {
  const RENAME = "PUT /api/admin/accounts/7/username";
  let isTaken = true;
  const { sent, dialog } = await open("Rename", {
    [RENAME]: () => {
      if (isTaken) return refusal(409, "This username is already taken", "username_taken");
      rory = { ...rory, username: "member_7" };
      return jsonAnswer({ success: true, message: "rory is now called member_7", user: rory });
    },
  });
  const field = dialog.getByRole("textbox", { name: "New username" });
  await userEvent.type(field, "ab{Enter}");
  const refused = "Username must be at least 3 characters long";
  expect((await dialog.findByRole("alert")).textContent).toBe(refused);
  expect(field).toHaveAccessibleDescription(refused);
  expect(sent(RENAME)).toEqual([]);
  await userEvent.type(field, "c");
  await userEvent.click(button("Rename"));
  expect(await dialog.findByText("This username is already taken")).toBeVisible();
  isTaken = false;
  await userEvent.clear(field);
  await userEvent.type(field, " member_7 ");
  await userEvent.click(button("Rename"));
  expect(await screen.findByText("rory is now called member_7")).toBeVisible();
  expect(sent(RENAME).at(-1)).toEqual({ username: "member_7" });
  expect(await screen.findByRole("article", { name: "member_7" })).toBeVisible();
});

it("removes a picture, where there is one", async () => {
  const PICTURE = "DELETE /api/admin/accounts/7/picture";
  rory = { ...rory, profilePicture: "/api/pictures/7-1.webp" };
  const { sent, dialog } = await open("Remove picture", {
    [PICTURE]: () => {
      rory = { ...rory, profilePicture: null };
      return jsonAnswer({ success: true, message: "The picture of rory is removed", user: rory });
    },
  });
  expect(dialog.getByText(/cannot be brought back/)).toBeVisible();
  expect(sent(PICTURE)).toEqual([]);
  await userEvent.click(button("Remove picture"));
  expect(await screen.findByText("The picture of rory is removed")).toBeVisible();
  expect(sent(PICTURE)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Remove picture/ })).toBeNull());
});

it("ends all sessions, and stays open when that fails", async () => {
  const END = "POST /api/admin/accounts/7/sign-out";
  let isBroken = true;
  const { dialog } = await open("End sessions", {
    [END]: () => {
      if (isBroken) return refusal(404, "There is no such member", "not_found");
      return jsonAnswer({ success: true, message: "rory is signed out everywhere", user: rory });
    },
  });
  await userEvent.click(button("End sessions"));
  expect(await dialog.findByText("There is no such member")).toBeVisible();
  isBroken = false;
  await userEvent.click(button("End sessions"));
  expect(await screen.findByText("rory is signed out everywhere")).toBeVisible();
});

it("shows a link once", async () => {
  const link = "https://house.example/reset-password?token=abc";
  const { sent, dialog } = await open("Link", {
    [LINK]: () => jsonAnswer({ success: true, link, expiresAt: "2026-11-22T10:00:00Z" }),
  });
  await userEvent.click(button("Make a password reset link"));
  expect(await dialog.findByRole("textbox", { name: "Password reset link" })).toHaveValue(link);
  expect(dialog.getByRole("button", { name: "Copy link" })).toBeVisible();
  expect(dialog.getByText(/Works once, until/)).toHaveTextContent("2026");
  expect(sent(LINK)).toEqual([{ kind: "reset" }]);
  await userEvent.click(dialog.getByRole("button", { name: "Done" }));
  await userEvent.click(button("Link: rory"));
  expect(await screen.findByRole("button", { name: "Make a verification link" })).toBeEnabled();
  expect(screen.queryByDisplayValue(link)).toBeNull();
});

it("makes no verification link for a verified address, and says what is refused", async () => {
  rory = { ...rory, emailVerified: true };
  const { dialog } = await open("Link", {
    [LINK]: () => refusal(429, "Too many links. Please wait."),
  });
  expect(button("Make a verification link")).toBeDisabled();
  await userEvent.click(button("Make a password reset link"));
  expect(await dialog.findByText("Too many links. Please wait.")).toBeVisible();
});

const movement = (seq: number, amount: number, reason: string) => ({
  seq,
  amount,
  balanceAfter: 100,
  reason,
  reference: "audit-9",
  createdAt: "2026-11-20T10:00:00Z",
});

it("shows a member's ledger, page by page", async () => {
  const { dialog } = await open("Ledger", {
    [LEDGER]: (request) => {
      const page = Number(new URL(request.url).searchParams.get("page"));
      const items =
        page === 1 ? [movement(2, -5, "Dice bet")] : [movement(1, 105, "Daily calendar")];
      return jsonAnswer({ success: true, items, total: 26, page, pages: 2 });
    },
  });
  expect(await dialog.findByText("Dice bet")).toBeVisible();
  expect(dialog.getByText("−5")).toBeVisible();
  expect(dialog.getByText("audit-9")).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Next" }));
  expect(await dialog.findByText("Daily calendar")).toBeVisible();
  expect(dialog.getByText("+105")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(button("Ledger: rory")).toHaveFocus());
});

it("has the balance that its newest movement left, also on other pages", async () => {
  const { dialog } = await open("Ledger", {
    [LEDGER]: (request) => {
      const page = Number(new URL(request.url).searchParams.get("page"));
      const items =
        page === 1
          ? [{ ...movement(9, -20, "Dice bet"), balanceAfter: 80 }]
          : [{ ...movement(1, 55, "Daily calendar"), balanceAfter: 55 }];
      return jsonAnswer({ success: true, items, total: 26, page, pages: 2 });
    },
  });
  await dialog.findByText("Dice bet");
  expect(dialog.getByText("Balance")).toHaveTextContent(/^Balance\D*80\D*$/);
  await userEvent.click(dialog.getByRole("button", { name: "Next" }));
  await dialog.findByText("Daily calendar");
  expect(dialog.getByText("Balance")).toHaveTextContent(/^Balance\D*80\D*$/);
});

it("says when a ledger is empty, and when it cannot be read", async () => {
  let isBroken = true;
  const { dialog } = await open("Ledger", {
    [LEDGER]: () =>
      isBroken
        ? refusal(404, "No such member")
        : jsonAnswer({ success: true, items: [], total: 0, page: 1, pages: 0 }),
  });
  expect(await dialog.findByText("No such member")).toBeVisible();
  isBroken = false;
  await userEvent.click(dialog.getByRole("button", { name: "Retry" }));
  expect(await dialog.findByText("No entries yet")).toBeVisible();
});

it("searches a ledger", async () => {
  const { dialog } = await open("Ledger", {
    [LEDGER]: (request) => {
      const asked = new URL(request.url).searchParams;
      const isPlain = asked.get("q") === null;
      const items = [movement(2, -5, "Dice bet"), movement(1, 105, "Daily calendar")];
      const found = isPlain ? items : items.filter(({ reason }) => reason === asked.get("q"));
      const pages = isPlain ? 2 : 1;
      return jsonAnswer({ success: true, items: found, total: found.length, page: 1, pages });
    },
  });
  await userEvent.click(await dialog.findByRole("button", { name: "Next" }));
  expect(await dialog.findByText("Page 2 of 2")).toBeVisible();
  const field = dialog.getByRole("textbox", { name: "Search the ledger" });
  await userEvent.type(field, "Dice bet{Enter}");
  expect(await dialog.findByText("1 movement found")).toBeVisible();
  expect(dialog.queryByText("Daily calendar")).toBeNull();
  expect(dialog.queryByText(/^Page/)).toBeNull();
  await userEvent.clear(field);
  await userEvent.type(field, "Mines{Enter}");
  expect(await dialog.findByText("No entries in this ledger match “Mines”.")).toBeVisible();
  const [, clear] = dialog.getAllByRole("button", { name: "Clear the search" });
  await userEvent.click(clear ?? field);
  expect(await dialog.findByText("Daily calendar")).toBeVisible();
  expect(dialog.getByText("Page 1 of 2")).toBeVisible();
  expect(field).toHaveValue("");
});

it("removes the second factors of a member who has lost them", async () => {
  const { sent } = await open("Remove second factors", {
    "DELETE /api/admin/accounts/7/second-factor": () =>
      jsonAnswer({ success: true, message: "Removed" }),
  });
  await userEvent.click(button("Remove second factors"));
  expect(await screen.findByText("rory: the second factors are removed.")).toBeVisible();
  expect(sent("DELETE /api/admin/accounts/7/second-factor")).toHaveLength(1);
});
