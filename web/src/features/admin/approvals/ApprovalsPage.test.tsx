import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";

const LIST = "GET /api/auth/gaming-approvals";
const DECIDE = "PUT /api/auth/gaming-approvals/12";

const request = (id: string, status: string, more: object = {}) => ({
  id,
  userId: "7",
  username: "rory",
  platform: "Rainbet",
  platform_username: `name-${id}`,
  status,
  adminNote: "",
  createdAt: "2026-10-05T09:00:00Z",
  decidedAt: status === "pending" ? null : "2026-10-05T10:00:00Z",
  ...more,
});
type Listed = ReturnType<typeof request>;

/** Nothing is read again by itself. */
const stopPolls = () => vi.useFakeTimers({ toFake: ["setInterval"] });

/** What the server has. */
let listed: Listed[] = [];
const house: Answers = {
  [LIST]: () => {
    const pending = listed.filter(({ status }) => status === "pending").length;
    return jsonAnswer({ success: true, approvals: listed, pending, truncated: false });
  },
  [DECIDE]: async (call) => {
    const { status, adminNote = "" }: { status: string; adminNote?: string } = await call.json();
    listed = listed.map((row) => (row.id === "12" ? { ...row, status, adminNote } : row));
    const message = `name-12 is ${status}`;
    return jsonAnswer({ success: true, message, approval: listed[0] });
  },
};

beforeEach(() => {
  listed = [
    request("12", "pending"),
    request("11", "approved", { username: "sam" }),
    request("10", "rejected", { username: null, adminNote: "Not found at the casino" }),
  ];
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
  vi.useRealTimers();
});

const open = () => openAsAdmin("/admin/gaming-approvals", house);
const tab = (name: string) => screen.findByRole("tab", { name });

describe("names at the casino", () => {
  it("stand by their state, with buttons on those that wait only", async () => {
    open();
    await tab("Pending (1)");
    expect(screen.getByText("name-12")).toBeVisible();
    expect(screen.getByRole("button", { name: "Approve name-12 of rory" })).toBeVisible();

    await userEvent.click(await tab("Approved (1)"));
    expect(screen.getByText("sam")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^(Approve|Reject)/ })).toBeNull();

    await userEvent.click(await tab("Rejected (1)"));
    expect(screen.getByText("A member who has left")).toBeVisible();
    expect(screen.getByText("Not found at the casino")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^(Approve|Reject)/ })).toBeNull();
  });

  it("are approved after a question", async () => {
    const panel = open();
    await userEvent.click(await screen.findByRole("button", { name: "Approve name-12 of rory" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Approve name-12?" }));
    expect(panel.sent(DECIDE)).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Approve" }));
    expect(await tab("Approved (2)")).toBeVisible();
    const empty = await screen.findByText("Nobody is waiting");
    expect(empty).toBeVisible();
    // The button that was pressed has gone with its row.
    await waitFor(() => expect(document.body).not.toHaveFocus());
    expect(document.activeElement).toContainElement(empty);
    expect(panel.sent(DECIDE)).toEqual([{ status: "approved" }]);
  });

  it("are rejected with a reason, or without", async () => {
    const panel = open();
    await userEvent.click(await screen.findByRole("button", { name: "Reject name-12 of rory" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Reject name-12?" }));
    await userEvent.type(dialog.getByLabelText("Reason (optional)"), " Not yours ");
    await userEvent.click(dialog.getByRole("button", { name: "Reject" }));
    await userEvent.click(await tab("Rejected (2)"));
    expect(await screen.findByText("Not yours")).toBeVisible();

    listed = [request("12", "pending")];
    act(() => deliver("approvalsChanged", { pending: 1 }));
    await userEvent.click(await tab("Pending (1)"));
    await userEvent.click(await screen.findByRole("button", { name: "Reject name-12 of rory" }));
    const again = within(await screen.findByRole("dialog", { name: "Reject name-12?" }));
    await userEvent.click(again.getByRole("button", { name: "Reject" }));
    await tab("Rejected (1)");
    expect(panel.sent(DECIDE)).toEqual([
      { status: "rejected", adminNote: "Not yours" },
      { status: "rejected" },
    ]);
  });

  it.each([
    [409, "This request has been decided already"],
    [409, "This username belongs to another member"],
    [400, "The note must have at most 300 characters"],
  ])("say why it could not be done: %i %s", async (status, message) => {
    openAsAdmin("/admin/gaming-approvals", { ...house, [DECIDE]: () => refusal(status, message) });
    await userEvent.click(await screen.findByRole("button", { name: "Approve name-12 of rory" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Approve name-12?" }));
    await userEvent.click(dialog.getByRole("button", { name: "Approve" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(message);
    await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByText("name-12")).toBeVisible();
  });

  it("come by push", async () => {
    stopPolls();
    listed = [];
    open();
    expect(await screen.findByText("Nobody is waiting")).toBeVisible();
    listed = [request("12", "pending")];
    act(() => deliver("approvalsChanged", { pending: 1 }));
    expect(await screen.findByText("name-12")).toBeVisible();
    expect(await tab("Pending (1)")).toBeVisible();
  });

  it("may be none at all", async () => {
    listed = [];
    open();
    expect(await screen.findByText("Nobody is waiting")).toBeVisible();
    await userEvent.click(await tab("Approved (0)"));
    expect(screen.getByText("No approved names")).toBeVisible();
    await userEvent.click(await tab("Rejected (0)"));
    expect(screen.getByText("No rejected names")).toBeVisible();
  });

  it("offer another try when they could not be read", async () => {
    stopPolls();
    let isDown = true;
    openAsAdmin("/admin/gaming-approvals", {
      [LIST]: (call) =>
        isDown ? refusal(403, "Not now") : (house[LIST]?.(call) ?? refusal(500, "")),
    });
    expect(await screen.findByText("The names could not be loaded")).toBeVisible();
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("name-12")).toBeVisible();
  });
});
