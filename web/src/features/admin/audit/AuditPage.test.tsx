import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { aPerson, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import { entry } from "./test-audit";

const AUDIT = "GET /api/admin/audit";

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const page = (items: readonly object[], more: object = {}) =>
  jsonAnswer({ success: true, items, total: items.length, page: 1, pages: 1, left: null, ...more });

const asked = (request: Request) => Object.fromEntries(new URL(request.url).searchParams);

const gave = /^Mia gave rory 500 points: won the raffle/;
const open = async () => userEvent.click(await screen.findByRole("button", { name: gave }));

it("says who did what in a sentence under its day", async () => {
  openAsAdmin("/admin/audit", { [AUDIT]: () => page([entry()]) });
  const line = await screen.findByRole("button", { name: gave, expanded: false });
  expect(within(line).getByText(/\d:\d\d/)).toHaveAttribute("datetime", "2026-11-20T10:00:00Z");
  expect(screen.getByRole("list", { name: "Fri, Nov 20, 2026" })).toContainElement(line);
  expect(screen.queryByText("127.0.0.1")).toBeNull();
  expect(screen.queryByRole("table")).toBeNull();
});

it("opens and closes by keyboard what was recorded: address, session, and before beside after", async () => {
  openAsAdmin("/admin/audit", { [AUDIT]: () => page([entry()]) });
  (await screen.findByRole("button", { name: gave })).focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("button", { name: gave, expanded: true })).toHaveFocus();
  expect(screen.getByText("127.0.0.1")).toBeVisible();
  expect(screen.getByText("0a1b2c3d")).toBeVisible();
  const cells = within(screen.getByRole("row", { name: /points/ })).getAllByRole("cell");
  expect(cells.map(({ textContent }) => textContent)).toEqual(["20", "520"]);
  await userEvent.keyboard(" ");
  expect(screen.queryByText("127.0.0.1")).toBeNull();
});

it("marks the fields that changed among others, and leaves out a side without values", async () => {
  const [before, after] = ['{"title":"Drop","prize":"Cap"}', '{"title":"Drop","prize":"Hoodie"}'];
  const created = { id: "2", action: "giveaway.create", subject: "giveaway:3", before: "", after };
  openAsAdmin("/admin/audit", {
    [AUDIT]: () =>
      page([entry({ ...created, id: "1", action: "giveaway.edit", before }), entry(created)]),
  });
  const edit = await screen.findByRole("button", { name: /changed giveaway “Drop”/ });
  await userEvent.click(edit);
  const marked = screen.getByRole("row", { name: /prize/ });
  expect(within(marked).getByText("changed")).toBeVisible();
  expect(within(screen.getByRole("row", { name: /title/ })).queryByText("changed")).toBeNull();
  await userEvent.click(edit);
  await userEvent.click(screen.getByRole("button", { name: /created giveaway “Drop”/ }));
  expect(screen.queryByText("changed")).toBeNull();
  const headers = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headers).toEqual(["Field", "After"]);
});

it("shows the rest of a long change when it is asked for", async () => {
  const after = JSON.stringify(
    Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}`, at])),
  );
  openAsAdmin("/admin/audit", {
    [AUDIT]: () => page([entry({ action: "new.thing", before: "", after })]),
  });
  await userEvent.click(await screen.findByRole("button", { name: /^Mia: new.thing on rory/ }));
  const more = screen.getByRole("button", { name: "Show 3 more fields" });
  expect(screen.queryByRole("row", { name: /f8/ })).toBeNull();
  await userEvent.click(more);
  expect(screen.getByRole("row", { name: /f8/ })).toBeVisible();
});

const UNDO = "POST /api/admin/grants/1/undo";

it("takes points back after a question, and says why it was refused", async () => {
  let items = [entry()];
  let isSpent = true;
  const panel = openAsAdmin("/admin/audit", {
    [AUDIT]: () => page(items),
    [UNDO]: () => {
      if (isSpent) return refusal(409, "The member has spent these points. Nothing was changed.");
      items = [
        entry({ id: "2", action: "points.undo", after: '{"points":0,"grant":"1"}' }),
        ...items,
      ];
      return jsonAnswer({ success: true, message: "Took back 500 points", id: "1", user: {} });
    },
  });
  await open();
  await userEvent.click(screen.getByRole("button", { name: "Take back" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Take back 500 points?" }));
  expect(dialog.getByText(/the balance of rory/)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Take back" }));
  expect(await dialog.findByText(/has spent these points/)).toBeVisible();
  isSpent = false;
  await userEvent.click(dialog.getByRole("button", { name: "Take back" }));
  expect(await screen.findByText("Took back 500 points")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByText("Taken back")).toBeVisible();
  expect(await screen.findByRole("button", { name: /^Mia took back/ })).toBeVisible();
  expect(panel.sent(UNDO)).toHaveLength(2);
});

it("offers nothing for points that were taken back", async () => {
  const undo = entry({ id: "2", action: "points.undo", after: '{"points":0,"grant":"1"}' });
  openAsAdmin("/admin/audit", { [AUDIT]: () => page([undo, entry()]) });
  await open();
  expect(screen.getByText("Taken back")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Take back" })).toBeNull();
});

it("offers nothing to a person who may not give points", async () => {
  openAsAdmin("/admin/audit", {
    [AUDIT]: () => page([entry()]),
    "GET /api/admin/me": () => jsonAnswer(aPerson({ grants: "see" })),
  });
  await open();
  expect(screen.getByText("127.0.0.1")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Take back" })).toBeNull();
});

it("searches, follows a subject and turns pages", async () => {
  const asks: Record<string, string>[] = [];
  openAsAdmin("/admin/audit", {
    [AUDIT]: (request) => {
      asks.push(asked(request));
      return page([entry()], { total: 60, pages: 3 });
    },
  });
  await open();
  await userEvent.click(screen.getByRole("button", { name: /^user:7/ }));
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

it("searches for who did it as it was written, whatever the name is now", async () => {
  const member = { actor: "member 7", name: "rory", address: null, action: "second_factor.app" };
  const { search } = openAsAdmin("/admin/audit", { [AUDIT]: () => page([entry(member)]) });
  await userEvent.click(await screen.findByRole("button", { name: /^rory added/ }));
  await userEvent.click(screen.getByRole("button", { name: /^rory: show all/ }));
  await waitFor(() => expect(search()).toEqual({ q: "member 7" }));
});

it("begins with the oldest rows when that order is chosen, from the first page", async () => {
  const asks: Record<string, string>[] = [];
  const { search } = openAsAdmin("/admin/audit?q=shop&page=2", {
    [AUDIT]: (request) => {
      asks.push(asked(request));
      return page([entry()], { total: 60, pages: 3 });
    },
  });
  await userEvent.click(await screen.findByRole("radio", { name: "Oldest" }));
  await waitFor(() =>
    expect(asks.at(-1)).toEqual({ page: "1", limit: "25", sort: "oldest", q: "shop" }),
  );
  expect(search()).toEqual({ q: "shop", sort: "oldest" });
  // Following a subject keeps the order.
  await open();
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
        : page([entry()], { total: 60, page: 3, pages: 3 }),
  });
  expect(await screen.findByRole("button", { name: gave })).toBeVisible();
  expect(panel.search()).toEqual({ sort: "oldest", page: "3" });
});

it("says what went wrong, and tries again", async () => {
  let isBroken = true;
  openAsAdmin("/admin/audit", {
    [AUDIT]: () => (isBroken ? refusal(400, "Not right now") : page([entry()])),
  });
  expect(await screen.findByText("Not right now")).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("button", { name: gave })).toBeVisible();
});

it("keeps the focus in the list when the entry that led to another search is not in it", async () => {
  openAsAdmin("/admin/audit", {
    [AUDIT]: (request) =>
      page(asked(request).q === undefined ? [entry()] : [entry({ id: "9", action: "shop.open" })]),
  });
  await open();
  await userEvent.click(await screen.findByRole("button", { name: /^127\.0\.0\.1: show all/ }));
  await waitFor(() => expect(screen.queryByRole("button", { name: gave })).toBeNull());
  const list = (await screen.findAllByRole("list")).find((one) => one.closest("main") !== null);
  await waitFor(() => expect(document.activeElement).toContainElement(list ?? null));
  expect(screen.getByRole("main")).not.toHaveFocus();
});

const left = (after: string) => ({ left: { after, at: "2026-11-20T09:00:00Z" } });

it("goes on with a search where the server stopped reading, and not with another one", async () => {
  const asks: Record<string, string>[] = [];
  const { search } = openAsAdmin("/admin/audit?q=shop", {
    [AUDIT]: (request) => {
      asks.push(asked(request));
      return asked(request).after === "50"
        ? page([entry({ id: "9" })])
        : page([entry()], left("50"));
    },
  });
  expect(await screen.findByText("1 entry found in this part of the audit")).toBeVisible();
  expect(screen.getByText(/^Searched back to Nov 20, 2026, /)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Search older entries" }));
  await waitFor(() => expect(screen.queryByText(/^Searched back/)).toBeNull());
  expect(asks.at(-1)).toEqual({ page: "1", limit: "25", sort: "newest", q: "shop", after: "50" });
  expect(screen.getByText("1 entry found in this part of the audit")).toBeVisible();
  expect(search()).toEqual({ q: "shop", after: "50" });
  await userEvent.click(screen.getByRole("radio", { name: "Oldest" }));
  await waitFor(() => expect(search()).toEqual({ q: "shop", sort: "oldest" }));
  expect(await screen.findByRole("button", { name: "Search newer entries" })).toBeVisible();
});

it("searches parts without a match in a row, as many as it may, and says that they were not all", async () => {
  const asks: (string | undefined)[] = [];
  openAsAdmin("/admin/audit?q=needle", {
    [AUDIT]: (request) => {
      const { after } = asked(request);
      asks.push(after);
      if (after === "12") return page([entry()]);
      return page([], { pages: 0, ...left(String(Number(after ?? "0") + 1)) });
    },
  });
  expect(
    await screen.findByText("No entries in this part of the audit match “needle”."),
  ).toBeVisible();
  expect(asks).toEqual([undefined, "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  await userEvent.click(screen.getByRole("button", { name: "Search older entries" }));
  expect(await screen.findByRole("button", { name: gave })).toBeVisible();
  expect(asks.slice(10)).toEqual(["10", "11", "12"]);
});
