import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";

const AUDIT = "GET /api/admin/audit";

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const row = (id: string, more: object = {}) => ({
  id,
  at: "2026-11-20T10:00:00Z",
  actor: "admin 127.0.0.1",
  action: "points.add",
  subject: "user:7",
  before: '{"points":5,"name":"ann"}',
  after: '{"points":12,"name":"ann"}',
  ...more,
});

const page = (items: readonly object[], more: object = {}) =>
  jsonAnswer({ success: true, items, total: items.length, page: 1, pages: 1, ...more });

const asked = (request: Request) => Object.fromEntries(new URL(request.url).searchParams);

it("says who did what, when and on whom, with before beside after", async () => {
  openAsAdmin("/admin/audit", { [AUDIT]: () => page([row("1")]) });
  const entry = within(await screen.findByRole("article", { name: "points.add" }));
  expect(entry.getByText("admin 127.0.0.1")).toBeVisible();
  expect(entry.getByText(/2026/)).toHaveAttribute("datetime", "2026-11-20T10:00:00Z");
  expect(entry.getByRole("button", { name: /^user:7/ })).toBeVisible();
  const points = entry.getByRole("row", { name: /points/ });
  expect(within(points).getByText("changed")).toBeVisible();
  expect(
    within(points)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["5", "12"]);
  const name = entry.getByRole("row", { name: /name/ });
  expect(within(name).queryByText("changed")).toBeNull();
});

it("shows the rest of a long change when it is asked for", async () => {
  const after = JSON.stringify(
    Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}`, at])),
  );
  openAsAdmin("/admin/audit", { [AUDIT]: () => page([row("1", { before: "", after })]) });
  const more = await screen.findByRole("button", { name: "Show 3 more fields" });
  expect(screen.queryByRole("row", { name: /f8/ })).toBeNull();
  await userEvent.click(more);
  expect(screen.getByRole("row", { name: /f8/ })).toBeVisible();
});

it("searches, follows a subject and turns pages", async () => {
  const asks: Record<string, string>[] = [];
  openAsAdmin("/admin/audit", {
    [AUDIT]: (request) => {
      asks.push(asked(request));
      return page([row("1")], { total: 60, pages: 3 });
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: /^user:7/ }));
  await waitFor(() =>
    expect(asks.at(-1)).toEqual({ page: "1", limit: "25", sort: "newest", q: "user:7" }),
  );
  const search = screen.getByRole("textbox", { name: "Search the audit" });
  expect(search).toHaveValue("user:7");
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await waitFor(() =>
    expect(asks.at(-1)).toEqual({ page: "2", limit: "25", sort: "newest", q: "user:7" }),
  );
  await userEvent.clear(search);
  await userEvent.type(search, "shop{Enter}");
  await waitFor(() =>
    expect(asks.at(-1)).toEqual({ page: "1", limit: "25", sort: "newest", q: "shop" }),
  );
});

it("begins with the oldest rows when that order is chosen, from the first page", async () => {
  const asks: Record<string, string>[] = [];
  const { search } = openAsAdmin("/admin/audit?q=shop&page=2", {
    [AUDIT]: (request) => {
      asks.push(asked(request));
      return page([row("1")], { total: 60, pages: 3 });
    },
  });
  await userEvent.click(await screen.findByRole("radio", { name: "Oldest" }));
  await waitFor(() =>
    expect(asks.at(-1)).toEqual({ page: "1", limit: "25", sort: "oldest", q: "shop" }),
  );
  expect(search()).toEqual({ q: "shop", sort: "oldest" });
  // Following a subject keeps the order.
  await userEvent.click(screen.getByRole("button", { name: /^user:7/ }));
  await waitFor(() => expect(search()).toEqual({ q: "user:7", sort: "oldest" }));
});

it("says when there is nothing, and when nothing fits", async () => {
  openAsAdmin("/admin/audit", { [AUDIT]: () => page([]) });
  expect(await screen.findByText("No entries yet")).toBeVisible();
  await userEvent.type(screen.getByRole("textbox", { name: "Search the audit" }), "nobody{Enter}");
  expect(await screen.findByText("No entries match")).toBeVisible();
  // One stands in the field, one in place of the list.
  const [, clear] = screen.getAllByRole("button", { name: "Clear the search" });
  await userEvent.click(clear ?? screen.getByRole("main"));
  expect(await screen.findByText("No entries yet")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Search the audit" })).toHaveValue("");
});

it("leads on from a page that is none any more", async () => {
  const panel = openAsAdmin("/admin/audit?sort=oldest&page=9", {
    [AUDIT]: (request) =>
      asked(request).page === "9"
        ? page([], { total: 60, page: 9, pages: 3 })
        : page([row("1")], { total: 60, page: 3, pages: 3 }),
  });
  expect(await screen.findByRole("article", { name: "points.add" })).toBeVisible();
  expect(panel.search()).toEqual({ sort: "oldest", page: "3" });
});

it("says what went wrong, and tries again", async () => {
  let isBroken = true;
  openAsAdmin("/admin/audit", {
    [AUDIT]: () => (isBroken ? refusal(400, "Not right now") : page([row("1")])),
  });
  expect(await screen.findByText("Not right now")).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("article", { name: "points.add" })).toBeVisible();
});
