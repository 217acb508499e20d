import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { neverAnswer } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";

const LIST = "GET /api/admin/approvals";
const DECIDE = "PUT /api/auth/gaming-approvals/12";

const request = (id: string, status: string, more: object = {}) => ({
  id,
  userId: "7",
  username: "rory",
  email: "rory@example.com",
  accountId: "K7M2Q9XR",
  profilePicture: null,
  platform: "Rainbet",
  platform_username: `name-${id}`,
  status,
  admin_note: "",
  submitted_at: "2026-10-05T09:00:00Z",
  processed_at: status === "pending" ? null : "2026-10-05T10:00:00Z",
  ...more,
});
type Listed = ReturnType<typeof request>;

/** Nothing is read again by itself. */
const stopPolls = () => vi.useFakeTimers({ toFake: ["setInterval"] });

/** What the server has. */
let listed: Listed[] = [];
const counted = (rows: readonly Listed[], wanted: string) =>
  rows.filter(({ status }) => status === wanted).length;

function answerList(call: Request): Response {
  const asked = new URL(call.url).searchParams;
  const q = asked.get("q") ?? "";
  const found = listed.filter((row) =>
    `${row.username} ${row.platform_username} ${row.admin_note}`.includes(q),
  );
  const fitting = found.filter(({ status }) => status === asked.get("status"));
  if (asked.get("sort") === "oldest") fitting.reverse();
  const [page, limit] = [Number(asked.get("page")), Number(asked.get("limit"))];
  return jsonAnswer({
    success: true,
    items: fitting.slice((page - 1) * limit, page * limit),
    total: fitting.length,
    page,
    pages: Math.ceil(fitting.length / limit),
    counts: {
      pending: counted(found, "pending"),
      approved: counted(found, "approved"),
      rejected: counted(found, "rejected"),
    },
  });
}

const house: Answers = {
  [LIST]: answerList,
  [DECIDE]: async (call) => {
    const { status, adminNote = "" }: { status: string; adminNote?: string } = await call.json();
    listed = listed.map((row) =>
      row.id === "12" ? { ...row, status, admin_note: adminNote } : row,
    );
    const message = `name-12 is ${status}`;
    return jsonAnswer({ success: true, message, approval: listed[0] });
  },
};

beforeEach(() => {
  listed = [
    request("12", "pending"),
    request("11", "approved", { username: "sam" }),
    request("10", "rejected", {
      username: null,
      email: null,
      accountId: null,
      admin_note: "Not found at the casino",
    }),
  ];
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
  vi.useRealTimers();
});

const PAGE = "/admin/gaming-approvals";

const open = (address = PAGE) => openAsAdmin(address, house);
const search = () => screen.getByRole("textbox", { name: "Search the names" });
const approveOf = (name: string) =>
  screen.findByRole("button", { name: `Approve ${name} of rory` });
const tab = (name: string) => screen.findByRole("tab", { name });

describe("names at the casino", () => {
  it("stand by their state, with buttons on those that wait only", async () => {
    open();
    await tab("Pending (1)");
    expect(screen.getByText("name-12")).toBeVisible();
    expect(await approveOf("name-12")).toBeVisible();
    // Whose it is, with the way to the account.
    expect(screen.getByText("rory@example.com")).toBeVisible();
    expect(screen.getByRole("link", { name: "Account of rory" })).toHaveAttribute(
      "href",
      "/admin/accounts?q=K7M2Q9XR",
    );

    await userEvent.click(await tab("Approved (1)"));
    expect(await screen.findByText("sam")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^(Approve|Reject)/ })).toBeNull();

    await userEvent.click(await tab("Rejected (1)"));
    expect(await screen.findByText("Deleted member")).toBeVisible();
    expect(screen.getByText("Not found at the casino")).toBeVisible();
    expect(screen.queryByRole("button", { name: /^(Approve|Reject)/ })).toBeNull();
  });

  it("are approved after a question", async () => {
    stopPolls();
    const panel = open();
    await userEvent.click(await approveOf("name-12"));
    const dialog = within(await screen.findByRole("dialog", { name: "Approve name-12?" }));
    expect(panel.sent(DECIDE)).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Approve" }));
    expect(await tab("Approved (2)")).toBeVisible();
    const empty = await screen.findByText("No requests are waiting");
    expect(empty).toBeVisible();
    // The button that was pressed has gone with its row: the list has the focus, not the whole page.
    await waitFor(() => {
      expect(document.activeElement).toContainElement(empty);
      expect(document.body).not.toHaveFocus();
      expect(screen.getByRole("main")).not.toHaveFocus();
    });
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
    await userEvent.click(await approveOf("name-12"));
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
    expect(await screen.findByText("No requests are waiting")).toBeVisible();
    listed = [request("12", "pending")];
    act(() => deliver("approvalsChanged", { pending: 1 }));
    expect(await screen.findByText("name-12")).toBeVisible();
    expect(await tab("Pending (1)")).toBeVisible();
  });

  it("may be none at all", async () => {
    listed = [];
    open();
    expect(await screen.findByText("No requests are waiting")).toBeVisible();
    await userEvent.click(await tab("Approved (0)"));
    expect(await screen.findByText("No approved names")).toBeVisible();
    await userEvent.click(await tab("Rejected (0)"));
    expect(await screen.findByText("No rejected names")).toBeVisible();
  });

  it("offer another try when they could not be read", async () => {
    stopPolls();
    let isDown = true;
    openAsAdmin("/admin/gaming-approvals", {
      ...house,
      [LIST]: (call) => (isDown ? refusal(403, "Not now") : answerList(call)),
    });
    expect(await screen.findByText("The names could not be loaded")).toBeVisible();
    isDown = false;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("name-12")).toBeVisible();
  });

  it("are searched and sorted on the server, as the address says", async () => {
    listed = [
      request("14", "pending", { platform_username: "anna-2" }),
      request("13", "approved", { platform_username: "anna-1" }),
      request("12", "pending", { platform_username: "anna-0" }),
      request("11", "pending"),
    ];
    const panel = open(`${PAGE}?q=anna&sort=oldest`);
    expect(await tab("Pending (2)")).toBeVisible();
    expect(await tab("Approved (1)")).toBeVisible();
    expect(screen.getAllByText(/^anna/).map(({ textContent }) => textContent)).toEqual([
      "anna-0",
      "anna-2",
    ]);
    expect(screen.getByText("2 requests found")).toBeVisible();
    await userEvent.click(await tab("Approved (1)"));
    expect(await screen.findByText("anna-1")).toBeVisible();
    await userEvent.click(screen.getByRole("radio", { name: "Newest" }));
    expect(panel.search()).toEqual({ q: "anna", status: "approved" });
    await userEvent.clear(search());
    await userEvent.type(search(), "zoe{Enter}");
    expect(await screen.findByText("No approved names match “zoe”.")).toBeVisible();
    const [, clear] = screen.getAllByRole("button", { name: "Clear the search" });
    await userEvent.click(clear ?? screen.getByRole("main"));
    expect(await tab("Pending (3)")).toBeVisible();
    expect(panel.search()).toEqual({ status: "approved" });
  });

  it("leave the focus to their list, also where the next page fills it up", async () => {
    listed = Array.from({ length: 26 }, (_, index) => request(`${12 + index}`, "pending"));
    open();
    await tab("Pending (26)");
    await userEvent.click(await approveOf("name-12"));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Approve" }));
    const last = await screen.findByText("name-37");
    await waitFor(() => expect(document.activeElement?.id).not.toBe("main"));
    await waitFor(() => expect(document.body).not.toHaveFocus());
    expect(document.activeElement).toContainElement(last);
  });

  it("go on to the last page that there is when its own has gone", async () => {
    listed = Array.from({ length: 26 }, (_, index) => request(`${37 - index}`, "pending"));
    const panel = open(`${PAGE}?page=2`);
    await userEvent.click(await approveOf("name-12"));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Approve" }));
    expect(await screen.findByText("name-37")).toBeVisible();
    expect(panel.search()).toEqual({});
    expect(await tab("Approved (1)")).toBeVisible();
  });

  it("stand on no tab but their own while others are being asked for", async () => {
    openAsAdmin(PAGE, {
      ...house,
      [LIST]: (call) =>
        call.url.includes("status=approved") ? neverAnswer(call) : answerList(call),
    });
    expect(await approveOf("name-12")).toBeVisible();
    await userEvent.click(await tab("Approved (1)"));
    expect(await screen.findByText("Loading the names")).toBeInTheDocument();
    expect(screen.queryByText("name-12")).toBeNull();
    expect(await tab("Pending (1)")).toBeVisible();
  });

  it("stay in sight when they cannot be read again, and it is said", async () => {
    stopPolls();
    let isDown = false;
    openAsAdmin(PAGE, {
      ...house,
      [LIST]: (call) => (isDown ? refusal(403, "Not now") : answerList(call)),
    });
    expect(await approveOf("name-12")).toBeVisible();
    isDown = true;
    act(() => deliver("approvalsChanged", { pending: 1 }));
    expect(await screen.findByText("The names may be out of date. Not now")).toBeVisible();
    expect(screen.getByText("name-12")).toBeVisible();
  });
});
