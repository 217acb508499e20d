import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { namesThatWait, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import { nameElsewhere } from "./model";
import { accountsAnswer, anAccount } from "./test-accounts";

const LIST = "GET /api/admin/accounts";

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const approval = (platform: string, platform_username: string, status: string) => ({
  id: "1",
  username: "rory",
  email: "rory@example.com",
  profilePicture: null,
  platform,
  platform_username,
  status,
  submitted_at: null,
  processed_at: null,
  admin_note: "",
});

const card = (name: string) => screen.findByRole("article", { name });
const field = () => screen.getByRole("textbox", { name: "Search accounts" });
const asked = (request: Request) => Object.fromEntries(new URL(request.url).searchParams);

it("shows every field of an account, and its badges", async () => {
  const linked = anAccount("7", "rory", {
    points: 12_345,
    emailVerified: true,
    kickUsername: "rory_live",
    rainbetUsername: "roryrolls",
    gamingApprovals: [
      approval("Rainbet", "roryrolls", "approved"),
      approval("Rainbet", "rorynew", "pending"),
    ],
  });
  const fresh = anAccount("8", "sam", {
    isActive: false,
    gamingApprovals: [approval("Rainbet", "samplays", "pending")],
  });
  openAsAdmin("/admin/accounts", { [LIST]: () => accountsAnswer([linked, fresh]) });
  const rory = within(await card("rory"));
  expect(rory.getByText("rory@example.com")).toBeVisible();
  expect(rory.getByText("12,345")).toBeVisible();
  expect(rory.getByText("K7M2Q9XR")).toBeVisible();
  expect(rory.getByText(/Nov.*2025|2025.*Nov|11.*2025/)).toBeVisible();
  expect(rory.getByText("Active")).toBeVisible();
  expect(rory.getByText("Verified")).toBeVisible();
  expect(rory.getByText("rory_live")).toBeVisible();
  expect(rory.getByText("roryrolls")).toBeVisible();
  expect(rory.getAllByText("Linked")).toHaveLength(2);
  expect(rory.getByText("asks for rorynew")).toBeVisible();
  expect(rory.getByText("Pending")).toBeVisible();
  const sam = within(await card("sam"));
  expect(sam.getByText("Inactive")).toBeVisible();
  expect(sam.getByText("Unverified")).toBeVisible();
  expect(sam.getByText("Not submitted")).toBeVisible();
  expect(sam.getByText("samplays")).toBeVisible();
  expect(sam.getByText("Pending")).toBeVisible();
  expect(screen.getByText("2 accounts")).toBeVisible();
});

it("knows where a name elsewhere stands", () => {
  const rejected = anAccount("1", "ann", {
    gamingApprovals: [approval("Rainbet", "x", "rejected")],
  });
  expect(nameElsewhere(rejected, "Rainbet")).toEqual({
    name: "x",
    status: "rejected",
    asked: null,
  });
  expect(nameElsewhere(rejected, "Kick")).toEqual({ name: null, status: "none", asked: null });
});

it("searches what was typed, from the first page on, and keeps the order", async () => {
  const asks: Record<string, string>[] = [];
  openAsAdmin("/admin/accounts?sort=points&page=3", {
    [LIST]: (request) => {
      asks.push(asked(request));
      return accountsAnswer([anAccount("7", "rory")], { total: 70, pages: 3 });
    },
  });
  await card("rory");
  expect(asks).toEqual([{ page: "3", limit: "24", sort: "points" }]);
  await userEvent.type(screen.getByRole("textbox", { name: "Search accounts" }), " 123 ");
  await waitFor(() =>
    expect(asks.at(-1)).toEqual({ page: "1", limit: "24", sort: "points", q: "123" }),
  );
  expect(await screen.findByText("70 accounts found")).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: "Username" }));
  await waitFor(() => expect(asks.at(-1)).toMatchObject({ sort: "username", q: "123" }));
  await userEvent.click(screen.getByRole("button", { name: "Clear the search" }));
  await waitFor(() => expect(asks.at(-1)).toEqual({ page: "1", limit: "24", sort: "username" }));
  expect(screen.getByRole("textbox", { name: "Search accounts" })).toHaveValue("");
});

it.each(["null", "true", "1.0", "12345678901234567", "007", "[1]", '"a"', "a+b c&d"])(
  "keeps the text %s as it was typed, in the address too",
  async (text) => {
    const asks: Record<string, string>[] = [];
    const answers = {
      [LIST]: (request: Request) => {
        asks.push(asked(request));
        return accountsAnswer([anAccount("7", "rory")]);
      },
    };
    const panel = openAsAdmin("/admin/accounts", answers);
    await card("rory");
    await userEvent.click(field());
    await userEvent.paste(text);
    await waitFor(() => expect(asks.at(-1)?.q).toBe(text));
    expect(panel.search()).toEqual({ q: text });
    expect(field()).toHaveValue(text);
    cleanup();
    asks.length = 0;
    openAsAdmin(panel.href(), answers);
    await card("rory");
    expect(asks.at(-1)?.q).toBe(text);
    expect(field()).toHaveValue(text);
  },
);

it("keeps the page in sight while the next one loads", async () => {
  let release: ((answer: Response) => void) | undefined;
  openAsAdmin("/admin/accounts", {
    [LIST]: (request) =>
      asked(request).page === "2"
        ? new Promise((resolve) => {
            release = resolve;
          })
        : accountsAnswer([anAccount("7", "rory")], { total: 30, pages: 2 }),
  });
  await card("rory");
  expect(screen.getByRole("button", { name: "Previous" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText("Page 2 of 2")).toBeVisible();
  expect(screen.getByRole("article", { name: "rory" })).toBeVisible();
  release?.(accountsAnswer([anAccount("8", "sam")], { total: 30, page: 2, pages: 2 }));
  expect(await card("sam")).toBeVisible();
  expect(screen.queryByRole("article", { name: "rory" })).toBeNull();
  expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
});

it("says that there is nobody, and looks again", async () => {
  let items = [anAccount("7", "rory")].slice(1);
  openAsAdmin("/admin/accounts", { [LIST]: () => accountsAnswer(items) });
  expect(await screen.findByRole("heading", { name: "No User Accounts Found" })).toBeVisible();
  items = [anAccount("7", "rory")];
  await userEvent.click(screen.getByRole("button", { name: "Refresh" }));
  expect(await card("rory")).toBeVisible();
});

it("says of no search what another one has found", async () => {
  let release: ((answer: Response) => void) | undefined;
  openAsAdmin("/admin/accounts?q=nobody", {
    [LIST]: (request) =>
      // With slow typing there is also an answer for the empty field.
      asked(request).q === "rory"
        ? new Promise((resolve) => {
            release = resolve;
          })
        : accountsAnswer([]),
  });
  expect(await screen.findByText("No accounts match “nobody”.")).toBeVisible();
  await userEvent.clear(field());
  await userEvent.type(field(), "rory{Enter}");
  expect(await screen.findByText("Loading the accounts")).toBeInTheDocument();
  expect(screen.queryByText(/^Nobody fits/)).toBeNull();
  release?.(accountsAnswer([anAccount("7", "rory")]));
  expect(await card("rory")).toBeVisible();
});

it("leads on from a page that is none any more", async () => {
  const panel = openAsAdmin("/admin/accounts?q=r&page=3", {
    [LIST]: (request) =>
      asked(request).page === "3"
        ? accountsAnswer([], { total: 30, page: 3, pages: 2 })
        : accountsAnswer([anAccount("7", "rory")], { total: 30, page: 2, pages: 2 }),
  });
  expect(await card("rory")).toBeVisible();
  expect(panel.search()).toEqual({ q: "r", page: "2" });
});

it("says what went wrong, and tries again", async () => {
  let isBroken = true;
  openAsAdmin("/admin/accounts", {
    [LIST]: () =>
      isBroken ? refusal(400, "Not right now") : accountsAnswer([anAccount("7", "rory")]),
  });
  expect(await screen.findByText("Loading the accounts")).toBeInTheDocument();
  expect(await screen.findByText("Not right now")).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await card("rory")).toBeVisible();
});

it("leads to the approvals only while one waits", async () => {
  let pending = 0;
  openAsAdmin("/admin/accounts", {
    [LIST]: () => accountsAnswer([anAccount("7", "rory")]),
    "GET /api/admin/approvals": () => namesThatWait(pending),
  });
  await card("rory");
  const main = within(screen.getByRole("main"));
  expect(main.queryByRole("link", { name: /Gaming Approvals/ })).toBeNull();
  pending = 3;
  await queryClient.invalidateQueries();
  expect(await main.findByRole("link", { name: "Gaming Approvals 3 pending" })).toHaveAttribute(
    "href",
    "/admin/gaming-approvals",
  );
});
