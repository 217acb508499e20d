import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { UNKNOWN_CHANGE } from "@/wire/submit";
import { keepAdminToken } from "../session/store";
import type { PurchaseStatus } from "./model";
import { aPurchase, PURCHASES, TestShop } from "./test-shop";

const CHANGE = "PUT /api/points-shop/purchases/2";

let shop: TestShop;

const ignore = () => undefined;

beforeEach(() => {
  shop = new TestShop();
  shop.purchases = [
    aPurchase("1", { status: "completed", itemTitle: "Mug" }),
    aPurchase("3", { status: "cancelled", itemTitle: "Card" }),
    aPurchase("2"),
  ];
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

/** The server sets the purchase where it is told to. */
const obey: Answers[string] = async (request) => {
  const { status }: { status: PurchaseStatus } = await request.clone().json();
  shop.purchases = shop.purchases.map((one) => (one.id === "2" ? { ...one, status } : one));
  return jsonAnswer({ success: true, purchase: aPurchase("2", { status }) });
};

const PAGE = "/admin/points-shop?tab=purchases";

async function open(answers: Answers = {}, address = PAGE) {
  const panel = openAsAdmin(address, { ...shop.answers, ...answers });
  await screen.findByRole("table");
  return panel;
}

const items = () =>
  screen
    .getAllByRole("rowheader")
    .map((header) => header.textContent?.replace(/No\. \d+$/, "") ?? "");
const status = () => screen.getByLabelText("Status of purchase 2, Hat for rory");
const badge = () => screen.getByRole("tab", { name: /^Purchases/ }).textContent;
const choose = (wanted: PurchaseStatus) => userEvent.selectOptions(status(), wanted);
const answerYes = async (name: string) =>
  userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));

const filter = (name: RegExp) => screen.getByRole("radio", { name });
const search = () => screen.getByRole("textbox", { name: "Search the purchases" });
const table = () => screen.getByRole("table").parentElement;

it("lists what was bought, newest first, and filters it", async () => {
  await open();
  expect(items()).toEqual(["Card", "Hat", "Mug"]);
  expect(badge()).toBe("Purchases1 pending");
  expect(screen.getAllByRole("link", { name: "rory" })[0]).toHaveAttribute(
    "href",
    "/admin/accounts?q=rory",
  );
  await userEvent.click(filter(/^Completed/));
  await waitFor(() => expect(items()).toEqual(["Mug"]));
  expect(screen.getByText("1 purchase")).toBeVisible();
  await userEvent.click(filter(/^Pending/));
  await waitFor(() => expect(items()).toEqual(["Hat"]));
  await userEvent.click(filter(/^Cancelled/));
  await waitFor(() => expect(items()).toEqual(["Card"]));
});

it("finds, counts and sorts on the server, as the address says", async () => {
  shop.purchases = [
    ...shop.purchases,
    aPurchase("5", { itemTitle: "Hat", pointsCost: 900, status: "completed" }),
  ];
  const { search: address } = await open({}, `${PAGE}&q=Hat&sort=oldest`);
  expect(items()).toEqual(["Hat", "Hat"]);
  expect(screen.getByRole("table", { name: "Purchases, oldest first" })).toBeVisible();
  expect(screen.getByText("2 purchases found")).toBeVisible();
  expect(screen.getAllByRole("radio", { name: /\d$/ }).map(nameOf)).toEqual([
    "All 2",
    "Pending 1",
    "In progress 0",
    "Completed 1",
    "Cancelled 0",
  ]);
  // What waits is counted whatever is searched for.
  expect(badge()).toBe("Purchases1 pending");
  await userEvent.click(filter(/^Completed/));
  await userEvent.click(screen.getByRole("radio", { name: "Most points" }));
  await waitFor(() => expect(items()).toEqual(["Hat"]));
  expect(address()).toEqual({ tab: "purchases", q: "Hat", status: "completed", sort: "points" });
  await userEvent.clear(search());
  await userEvent.type(search(), "Mug{Enter}");
  await waitFor(() => expect(items()).toEqual(["Mug"]));
  expect(address()).toEqual({ tab: "purchases", q: "Mug", status: "completed", sort: "points" });
});

const nameOf = (radio: HTMLElement) => radio.closest("label")?.textContent;

it("keeps the old rows while others are being asked for", async () => {
  let settle: () => void = ignore;
  const late = new Promise<void>((resolve) => {
    settle = resolve;
  });
  await open({
    [PURCHASES]: async (request) => {
      if (request.url.includes("q=Mug")) await late;
      return shop.purchasePage(request);
    },
  });
  await userEvent.type(search(), "Mug{Enter}");
  await waitFor(() => expect(table()).toHaveAttribute("aria-busy", "true"));
  expect(items()).toEqual(["Card", "Hat", "Mug"]);
  settle();
  await waitFor(() => expect(items()).toEqual(["Mug"]));
  expect(table()).toHaveAttribute("aria-busy", "false");
});

it("sets a purchase completed at once", async () => {
  const { sent } = await open({ [CHANGE]: obey });
  await choose("completed");
  expect(await screen.findByText("Purchase status updated to completed")).toBeVisible();
  expect(status()).toHaveValue("completed");
  await waitFor(() => expect(badge()).toBe("Purchases"));
  expect(sent(CHANGE)).toEqual([{ status: "completed", seenStatus: "pending" }]);
});

it("sets a purchase in progress, and finds it there", async () => {
  const { sent } = await open({ [CHANGE]: obey });
  await choose("in_progress");
  expect(await screen.findByText("Purchase status updated to in progress")).toBeVisible();
  expect(status()).toHaveDisplayValue("In progress");
  expect(sent(CHANGE)).toEqual([{ status: "in_progress", seenStatus: "pending" }]);
  await userEvent.click(filter(/^In progress\s+1$/));
  await waitFor(() => expect(items()).toEqual(["Hat"]));
});

it("takes no other order until one is answered, and keeps the focus", async () => {
  let settle: () => void = ignore;
  const late = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const { sent } = await open({
    [CHANGE]: async (request) => {
      await late;
      return obey(request);
    },
  });
  const other = screen.getByLabelText("Status of purchase 1, Mug for rory");
  await choose("completed");
  expect(status()).toHaveAttribute("aria-busy", "true");
  expect(status()).toBeDisabled();
  expect(other).toBeDisabled();
  status().blur();
  settle();
  expect(await screen.findByText("Purchase status updated to completed")).toBeVisible();
  expect(other).toBeEnabled();
  expect(status()).toHaveFocus();
  expect(sent(CHANGE)).toHaveLength(1);
});

it("asks before points move, both ways", async () => {
  const { sent } = await open({ [CHANGE]: obey });
  await choose("cancelled");
  const cancel = await screen.findByRole("dialog", { name: "Cancel Purchase" });
  expect(cancel).toHaveTextContent(
    "rory gets 500 points back, and one piece of “Hat” goes back in stock.",
  );
  expect(status()).toHaveValue("pending");
  await answerYes("Keep it");
  expect(sent(CHANGE)).toEqual([]);

  await choose("cancelled");
  await answerYes("Cancel the purchase");
  expect(await screen.findByText("Purchase status updated to cancelled")).toBeVisible();
  expect(status()).toHaveValue("cancelled");

  await choose("pending");
  expect(await screen.findByRole("dialog", { name: "Reopen Purchase" })).toHaveTextContent(
    "rory pays 500 points again",
  );
  await answerYes("Set pending");
  expect(await screen.findByText("Purchase status updated to pending")).toBeVisible();
  expect(sent(CHANGE)).toEqual([
    { status: "cancelled", seenStatus: "pending" },
    { status: "pending", seenStatus: "cancelled" },
  ]);
});

it.each([
  [() => refusal(409, "Out of Stock", "out_of_stock"), "Out of Stock"],
  [() => refusal(400, "Insufficient points", "insufficient_points"), "Insufficient points"],
  [() => jsonAnswer({}, 500), "Failed to update purchase status", UNKNOWN_CHANGE],
])("says why a status stays", async (change, reason, more = "") => {
  await open({ [CHANGE]: change });
  await choose("completed");
  const text = `Error updating purchase status: ${reason}`;
  expect((await screen.findByText(text)).parentElement?.textContent).toBe(text + more);
  expect(status()).toHaveValue("pending");
});

it("counts what is bought while the page is open", async () => {
  await open();
  shop.purchases = [...shop.purchases, aPurchase("4", { itemTitle: "Hoodie" })];
  act(() => deliver("pointsShopPurchased", { itemId: "1" }));
  await waitFor(() => expect(items()).toEqual(["Hoodie", "Card", "Hat", "Mug"]));
  await waitFor(() => expect(badge()).toBe("Purchases2 pending"));
});

it("hands the focus on when a row leaves the list", async () => {
  await open({ [CHANGE]: obey }, `${PAGE}&status=pending`);
  shop.purchases = [...shop.purchases, aPurchase("4", { itemTitle: "Hoodie" })];
  await choose("completed");
  // Another one has taken its place: the list is as long as before.
  await waitFor(() => expect(items()).toEqual(["Hoodie"]));
  await waitFor(() => expect(table()?.parentElement).toHaveFocus());
});

const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aPurchase(String(index + 1), { itemTitle: `Thing ${index + 1}` }),
  );

it("turns the pages of a long list", async () => {
  shop.purchases = many(30);
  const { search: address } = await open();
  expect(items()).toHaveLength(25);
  expect(items()[0]).toBe("Thing 30");
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByText("Page 2 of 2")).toHaveFocus();
  await waitFor(() =>
    expect(items()).toEqual(["Thing 5", "Thing 4", "Thing 3", "Thing 2", "Thing 1"]),
  );
  expect(address()).toEqual({ tab: "purchases", page: "2" });
  // Another filter begins at its first page.
  await userEvent.click(filter(/^Pending/));
  await waitFor(() => expect(items()).toHaveLength(25));
  expect(address()).toEqual({ tab: "purchases", status: "pending" });
});

it("goes on to the last page that there is when its own has gone", async () => {
  shop.purchases = many(26);
  const { search: address } = await open({}, `${PAGE}&page=2`);
  expect(items()).toEqual(["Thing 1"]);
  shop.purchases = many(25);
  act(() => deliver("pointsShopUpdated", []));
  await waitFor(() => expect(items()).toHaveLength(25));
  expect(address()).toEqual({ tab: "purchases" });
});

it("says when nothing was bought, and when nothing could be read", async () => {
  let isBroken = true;
  shop.purchases = [];
  openAsAdmin(PAGE, {
    ...shop.answers,
    [PURCHASES]: (request) =>
      isBroken ? refusal(400, "Not right now") : shop.purchasePage(request),
  });
  expect(await screen.findByText("Not right now")).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "No purchases yet" })).toBeVisible();
  await userEvent.click(filter(/^Completed/));
  expect(await screen.findByRole("heading", { name: "No completed purchases" })).toBeVisible();
});

it("says when nothing fits the search, and leads out of it", async () => {
  openAsAdmin(`${PAGE}&q=Hat&status=completed`, shop.answers);
  expect(await screen.findByRole("heading", { name: "No purchases match" })).toBeVisible();
  expect(screen.getByText("No completed purchases match “Hat”.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Show every status" }));
  await waitFor(() => expect(items()).toEqual(["Hat"]));
  await userEvent.clear(search());
  await userEvent.type(search(), "Cape{Enter}");
  expect(await screen.findByText("No purchases match “Cape”.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show every status" })).toBeNull();
  const [, clear] = screen.getAllByRole("button", { name: "Clear the search" });
  await userEvent.click(clear ?? screen.getByRole("main"));
  await waitFor(() => expect(items()).toEqual(["Card", "Hat", "Mug"]));
  expect(search()).toHaveValue("");
});

it("keeps what is known when it cannot be read again, and says so", async () => {
  let isBroken = false;
  await open({
    [PURCHASES]: (request) =>
      isBroken ? refusal(400, "Not right now") : shop.purchasePage(request),
  });
  isBroken = true;
  act(() => deliver("pointsShopUpdated", []));
  expect(await screen.findByText("The purchases may be out of date. Not right now")).toBeVisible();
  expect(items()).toEqual(["Card", "Hat", "Mug"]);
});
