import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { Dialog } from "@/ui/Dialog";
import { queryClient } from "@/wire/queries";
import { accountsAnswer, anAccount } from "../accounts/test-accounts";
import { adminApi } from "../session/actions";
import { keepAdminToken } from "../session/store";
import { holdUnsaved } from "../session/unsaved";

const LIST = "GET /api/admin/accounts";
const LOGIN = "POST /api/admin/login";
const LOGOUT = "POST /api/admin/logout";
const MANAGE = "POST /api/auth/admin/manage-points";
const NEW_TOKEN = "Bearer admin-2";

let points = 100;
const ended = () => refusal(401, "Please log in", "unauthorized");
/** A server that has ended the first session: it takes only the token of the second login. */
const house: Answers = {
  [LIST]: () => accountsAnswer([anAccount("7", "rory", { points })]),
  [LOGIN]: () => jsonAnswer({ success: true, token: "admin-2" }),
  "GET /api/admin/chat": ended,
  [MANAGE]: (request) => {
    if (request.headers.get("Authorization") !== NEW_TOKEN) return ended();
    points = 150;
    return jsonAnswer({ success: true, message: "Added 50 points", user: { id: "7", points } });
  },
};

beforeEach(() => {
  points = 100;
});

afterEach(() => {
  sessionStorage.clear();
  holdUnsaved("draft", null);
  keepAdminToken(null);
  queryClient.clear();
});

const question = () => screen.findByRole("dialog", { name: "Your session has ended" });
const amount = () => screen.getByLabelText("Amount");

/** Types an amount for rory into the form of points. */
async function typeAmount(answers: Answers = {}) {
  const panel = openAsAdmin("/admin/accounts", { ...house, ...answers });
  await userEvent.click(await screen.findByRole("button", { name: "Manage Points: rory" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Amount" }), "50");
  return panel;
}

/** Some call of the page finds that the session has ended, while nobody presses anything. */
async function endSession() {
  await act(async () => {
    await adminApi.GET("/api/admin/chat").catch(() => undefined);
  });
  return within(await question());
}

async function logIn(dialog: ReturnType<typeof within>) {
  await userEvent.type(dialog.getByLabelText("Admin password"), "open sesame");
  await userEvent.click(dialog.getByRole("button", { name: "Log in" }));
}

it("keeps a typed order through the end of the session, to be sent after the login", async () => {
  const panel = await typeAmount();
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  const dialog = await question();
  expect(dialog).toHaveAccessibleDescription("Log in to continue; nothing you typed is lost.");
  expect(panel.path()).toBe("/admin/accounts");
  await logIn(within(dialog));

  await waitFor(() => expect(amount()).toBeVisible());
  expect(amount()).toHaveValue("50");
  expect(points).toBe(100);
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(await screen.findByText("rory: Added 50 points. Balance: 150.")).toBeVisible();
  expect(panel.sent(LOGIN)).toEqual([{ password: "open sesame" }]);
  expect(panel.tokens(MANAGE)).toEqual(["Bearer admin-1", NEW_TOKEN]);
  expect(panel.sent(MANAGE)[1]).toEqual({ userId: "7", action: "add", amount: 50 });
});

it("hides and locks the page, its open dialog and what opens later, until the login", async () => {
  await typeAmount();
  const before = await endSession();
  await userEvent.type(before.getByLabelText("Admin password"), "open ");
  await act(async () => {
    render(
      <Dialog open onOpenChange={() => undefined} title="Points">
        rory has 100 points
      </Dialog>,
    );
  });
  const late = screen.getByText("rory has 100 points");
  // The question takes back the focus that the other dialog has taken.
  await waitFor(async () => expect(await question()).toHaveFocus());

  const page = screen.getByText("Accounts", { selector: "h1" });
  for (const covered of [page, amount(), late]) {
    expect(covered).not.toBeVisible();
    expect(covered.closest("[inert]")).not.toBeNull();
  }
  const dialog = within(await question());
  expect(screen.getAllByRole("dialog")).toEqual([await question()]);
  const field = dialog.getByLabelText("Admin password");
  expect(field).toBeVisible();
  expect(field.closest("[inert]")).toBeNull();

  // It can still be answered, and what had been typed is there.
  await userEvent.type(field, "sesame");
  expect(field).toHaveValue("open sesame");
  await userEvent.click(dialog.getByRole("button", { name: "Log in" }));
  await waitFor(() => expect(amount()).toBeVisible());
  expect(page).toBeVisible();
  expect(document.querySelector("[inert]")).toBeNull();
});

it("gives the focus back to what was being typed", async () => {
  await typeAmount();
  expect(amount()).toHaveFocus();
  // Nobody has asked for the question: what is typed on must not become a password.
  const dialog = await endSession();
  await waitFor(async () => expect(await question()).toHaveFocus());
  await userEvent.keyboard("00{Enter}");
  expect(dialog.getByLabelText("Admin password")).toHaveValue("");
  await logIn(dialog);
  await waitFor(() => expect(screen.queryByText("Your session has ended")).toBeNull());
  await waitFor(() => expect(amount()).toHaveFocus());
  await userEvent.keyboard("0");
  expect(amount()).toHaveValue("500");
});

it("stays when Escape is pressed, and so does the form behind it", async () => {
  await typeAmount();
  const dialog = await endSession();
  await userEvent.keyboard("{Escape}");
  expect(await question()).toBeVisible();
  expect(dialog.queryByRole("button", { name: "Close" })).toBeNull();
  expect(amount()).toHaveValue("50");
});

it("reads the page again with the new token, and shows no failure of the old one", async () => {
  const panel = await typeAmount();
  const dialog = await endSession();
  await act(() => queryClient.invalidateQueries({ queryKey: ["admin"] }));
  const alerts = screen.queryAllByRole("alert", { hidden: true });
  expect(alerts.map(({ textContent }) => textContent).join("")).toBe("");
  points = 170;
  await logIn(dialog);
  expect(await screen.findByText("170", { selector: "[role=dialog] *" })).toBeVisible();
  expect(panel.tokens(LIST).at(-1)).toBe(NEW_TOKEN);
});

it("says that a password is wrong, and asks again", async () => {
  let isWrong = true;
  await typeAmount({
    [LOGIN]: () =>
      isWrong
        ? refusal(401, "Invalid password. Access denied.", "invalid_password")
        : jsonAnswer({ success: true, token: "admin-2" }),
  });
  const dialog = await endSession();
  expect(dialog.getByRole("button", { name: "Log in" })).toBeDisabled();
  await logIn(dialog);
  expect(await dialog.findByText("Invalid password. Access denied.")).toBeVisible();
  expect(dialog.getByLabelText("Admin password")).toHaveValue("");
  expect(dialog.getByLabelText("Admin password")).toHaveFocus();
  expect(amount()).not.toBeVisible();

  isWrong = false;
  await logIn(dialog);
  await waitFor(() => expect(amount()).toBeVisible());
});

it("keeps a password that was not judged: too many tries, and no connection", async () => {
  let isLost = true;
  await typeAmount({
    [LOGIN]: () => {
      if (isLost) return Promise.reject(new TypeError("Failed to fetch"));
      const body = { success: false, error: "too_many", message: "Too many attempts." };
      return jsonAnswer(body, 429, { "Retry-After": "600" });
    },
  });
  const dialog = await endSession();
  await logIn(dialog);
  expect(await dialog.findByText(/^Connection lost\./)).toBeVisible();
  expect(dialog.getByLabelText("Admin password")).toHaveValue("open sesame");

  isLost = false;
  await userEvent.click(dialog.getByRole("button", { name: "Log in" }));
  expect(await dialog.findByText(/^Too many attempts\./)).toHaveTextContent("Try again in");
  expect(dialog.getByLabelText("Admin password")).toHaveValue("open sesame");
  expect(dialog.getByRole("button", { name: "Log in" })).toBeDisabled();
  expect(amount()).toHaveValue("50");
});

it("leaves to the gate, and sends no logout for a session that has ended", async () => {
  const panel = await typeAmount();
  const dialog = await endSession();
  await userEvent.click(dialog.getByRole("button", { name: "Log out" }));
  expect(await screen.findByRole("button", { name: "Enter" })).toBeVisible();
  await waitFor(() => expect(panel.path()).toBe("/admin"));
  expect(screen.queryByRole("dialog", { hidden: true })).toBeNull();
  expect(panel.sent(LOGOUT)).toEqual([]);
});

it("asks before leaving throws unsaved changes away", async () => {
  openAsAdmin("/admin/accounts", house);
  await screen.findByRole("button", { name: "Manage Points: rory" });
  let dropped = 0;
  holdUnsaved("draft", () => {
    dropped += 1;
  });
  const dialog = await endSession();
  await userEvent.click(dialog.getByRole("button", { name: "Log out" }));
  const sure = await screen.findByRole("dialog", { name: "Logout with Unsaved Changes" });
  expect(sure).toBeVisible();
  await userEvent.click(within(sure).getByRole("button", { name: "Cancel" }));
  expect(dropped).toBe(0);

  await userEvent.click(within(await question()).getByRole("button", { name: "Log out" }));
  await userEvent.click(
    within(await screen.findByRole("dialog", { name: "Logout with Unsaved Changes" })).getByRole(
      "button",
      { name: "Logout" },
    ),
  );
  expect(await screen.findByRole("button", { name: "Enter" })).toBeVisible();
  expect(dropped).toBe(1);
});

it("makes way for the gate when another window logs out", async () => {
  await typeAmount();
  await endSession();
  localStorage.removeItem("pointhouse.adminEnded");
  act(() => {
    window.dispatchEvent(new StorageEvent("storage", { key: "pointhouse.adminEnded" }));
  });
  expect(await screen.findByRole("button", { name: "Enter" })).toBeVisible();
  expect(screen.queryByRole("dialog", { hidden: true })).toBeNull();
});

it("leaves nothing for the next load, which shows the gate", async () => {
  await typeAmount();
  await endSession();
  expect(localStorage.getItem("adminAuthenticated")).toBeNull();
  expect(localStorage.getItem("pointhouse.adminToken")).toBeNull();
});
