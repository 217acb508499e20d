import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
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

async function open(answers: Answers = {}) {
  const panel = openAsAdmin("/admin/points-shop?tab=purchases", { ...shop.answers, ...answers });
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

it("lists what was bought, newest first, and filters it", async () => {
  await open();
  expect(items()).toEqual(["Card", "Hat", "Mug"]);
  expect(badge()).toBe("Purchases1 pending");
  expect(screen.getAllByRole("link", { name: "rory" })[0]).toHaveAttribute(
    "href",
    "/admin/accounts?q=rory",
  );
  await userEvent.click(screen.getByRole("radio", { name: "Completed" }));
  expect(items()).toEqual(["Mug"]);
  await userEvent.click(screen.getByRole("radio", { name: "Pending" }));
  expect(items()).toEqual(["Hat"]);
  await userEvent.click(screen.getByRole("radio", { name: "Cancelled" }));
  expect(items()).toEqual(["Card"]);
});

it("sets a purchase completed at once", async () => {
  const { sent } = await open({ [CHANGE]: obey });
  await choose("completed");
  expect(await screen.findByText("Purchase status updated to completed")).toBeVisible();
  expect(status()).toHaveValue("completed");
  expect(badge()).toBe("Purchases");
  expect(sent(CHANGE)).toEqual([{ status: "completed" }]);
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
    "rory gets 500 points back, and one piece of “Hat” goes back on the shelf.",
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
  expect(sent(CHANGE)).toEqual([{ status: "cancelled" }, { status: "pending" }]);
});

it.each([
  [() => refusal(409, "Out of Stock", "out_of_stock"), "Out of Stock"],
  [() => refusal(400, "Insufficient points", "insufficient_points"), "Insufficient points"],
  [() => jsonAnswer({}, 500), "Failed to update purchase status"],
])("says why a status stays", async (change, reason) => {
  await open({ [CHANGE]: change });
  await choose("completed");
  expect(await screen.findByText(`Error updating purchase status: ${reason}`)).toBeVisible();
  expect(status()).toHaveValue("pending");
});

it("counts what is bought while the page is open", async () => {
  await open();
  shop.purchases = [...shop.purchases, aPurchase("4", { itemTitle: "Hoodie" })];
  act(() => deliver("pointsShopPurchased", { itemId: "1" }));
  await waitFor(() => expect(items()).toEqual(["Hoodie", "Card", "Hat", "Mug"]));
  expect(badge()).toBe("Purchases2 pending");
});

it("turns the pages of a long list", async () => {
  shop.purchases = Array.from({ length: 30 }, (_, index) =>
    aPurchase(String(index + 1), {
      itemTitle: `Thing ${index + 1}`,
      purchaseDate: "2026-11-01T10:00:00Z",
    }),
  );
  await open();
  expect(items()).toHaveLength(25);
  expect(items()[0]).toBe("Thing 30");
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByText("Page 2 of 2")).toHaveFocus();
  expect(items()).toEqual(["Thing 5", "Thing 4", "Thing 3", "Thing 2", "Thing 1"]);
});

it("says when nothing was bought, and when nothing could be read", async () => {
  let isBroken = true;
  openAsAdmin("/admin/points-shop?tab=purchases", {
    ...shop.answers,
    [PURCHASES]: () => (isBroken ? refusal(400, "Not right now") : jsonAnswer([])),
  });
  expect(await screen.findByText("Not right now")).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "No purchases yet" })).toBeVisible();
});
