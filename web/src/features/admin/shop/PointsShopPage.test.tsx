import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";
import { asOfNow } from "./model";
import { itemList } from "./queries";
import { anItem, CONFIG, ITEMS, PUBLISH, SET_CONFIG, TestShop } from "./test-shop";

let shop: TestShop;

const ignore = () => undefined;

beforeEach(() => {
  shop = new TestShop();
});

afterEach(() => {
  keepAdminToken(null);
  itemList.drafts.discard();
  queryClient.clear();
});

async function open(answers: Answers = {}) {
  const panel = openAsAdmin("/admin/points-shop", { ...shop.answers, ...answers });
  await screen.findByRole("article", { name: "Hat" });
  return panel;
}

const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => userEvent.click(button(name));
const answerYes = async (name: string) =>
  userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));
const titles = () =>
  screen.getAllByRole("article").map((card) => within(card).getByRole("heading").textContent);
const card = (name: string) => within(screen.getByRole("article", { name }));

function stat(label: string): string | null | undefined {
  const term = screen.getAllByText(label).find(({ tagName }) => tagName === "DT");
  return term?.nextElementSibling?.textContent;
}

it("counts and filters the items, inactive ones too", async () => {
  const { tokens } = await open();
  expect(["Total", "Active", "Inactive", "Out of Stock"].map(stat)).toEqual(["3", "2", "1", "1"]);
  expect(tokens(ITEMS)).toEqual(["Bearer admin-1"]);
  expect(card("Mug").getByText("Out of Stock")).toBeVisible();
  expect(card("Mug").getByText("3")).toBeVisible();
  expect(card("Card").getByText("Inactive")).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: "Active" }));
  expect(titles()).toEqual(["Hat", "Mug"]);
  await userEvent.click(screen.getByRole("radio", { name: "Out of Stock" }));
  expect(titles()).toEqual(["Mug"]);
  expect(screen.getByText("Clear filters to reorder")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Move up: Mug" })).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "Inactive" }));
  expect(titles()).toEqual(["Card"]);
});

it("shows the draft's buttons only while there are changes", async () => {
  await open();
  for (const name of ["Save Draft", "Push Live", "Discard"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  await press("Deactivate: Hat");
  expect(await screen.findByText("Item deactivated")).toBeVisible();
  expect(card("Hat").getByText("Changed")).toBeVisible();
  for (const name of ["Save Draft", "Push Live", "Discard"]) expect(button(name)).toBeEnabled();
  await press("Activate: Hat");
  expect(await screen.findByText("Item activated")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Push Live" })).toBeNull();
});

it("a new item begins with what the settings name", async () => {
  const values = { item_category: "Merchandise", item_stock: 12 };
  await open({
    "GET /api/admin/settings": () =>
      jsonAnswer({ success: true, secrets: [], sections: [{ name: "forms", values }] }),
  });
  await press("Add Item");
  const dialog = within(await screen.findByRole("dialog", { name: "Add Item" }));
  await waitFor(() => expect(dialog.getByLabelText("Stock")).toHaveValue("12"));
  expect(dialog.getByLabelText("Category")).toHaveValue("Merchandise");
});

it("asks for title, description and cost", async () => {
  await open();
  await press("Add Item");
  const dialog = within(await screen.findByRole("dialog", { name: "Add Item" }));
  expect(dialog.getByLabelText("Category")).toHaveValue("Digital Services");
  await userEvent.click(dialog.getByRole("button", { name: "Add Item" }));
  expect(
    await dialog.findByText("Please fill in all required fields (Title, Description, Points Cost)"),
  ).toBeVisible();
  const type = async (label: string, text: string) => {
    await userEvent.clear(dialog.getByLabelText(label));
    await userEvent.type(dialog.getByLabelText(label), text);
  };
  await type("Points Cost (required)", "0");
  expect(await dialog.findByText("Enter a whole number of points, at least 1")).toBeVisible();
  await type("Stock", "-1");
  await type("Image", "http://a.example/x.png");
  await userEvent.click(dialog.getByRole("button", { name: "Add Item" }));
  expect(await dialog.findByText("Enter a whole number of pieces, or 0")).toBeVisible();
  expect(
    dialog.getByText("Upload a picture, or enter an address that begins with https://"),
  ).toBeVisible();
});

it("adds, edits and deletes in the draft, and publishes the whole of it with what it saw sold", async () => {
  const { sent } = await open();
  await press("Add Item");
  const add = within(await screen.findByRole("dialog", { name: "Add Item" }));
  await userEvent.type(add.getByLabelText("Title (required)"), "Hoodie");
  await userEvent.type(add.getByLabelText("Description (required)"), "Warm");
  await userEvent.type(add.getByLabelText("Points Cost (required)"), "1200");
  await userEvent.clear(add.getByLabelText("Stock"));
  await userEvent.type(add.getByLabelText("Stock"), "2");
  await userEvent.click(add.getByRole("button", { name: "Add Item" }));
  expect(await screen.findByText("Item added successfully!")).toBeVisible();
  expect(card("Hoodie").getByText("New")).toBeVisible();

  await press("Edit: Mug");
  const edit = within(await screen.findByRole("dialog", { name: "Edit Item" }));
  expect(edit.getByText("Pieces left. 3 sold so far.")).toBeVisible();
  await userEvent.clear(edit.getByLabelText("Stock"));
  await userEvent.type(edit.getByLabelText("Stock"), "4");
  await userEvent.click(edit.getByRole("button", { name: "Save Item" }));
  expect(await screen.findByText("Item updated successfully!")).toBeVisible();

  await press("Delete: Card");
  expect(await screen.findByRole("dialog", { name: "Delete Item" })).toHaveTextContent(
    "Until then, Discard restores everything that is live.",
  );
  await answerYes("Delete");
  expect(await screen.findByText("Item deleted successfully!")).toBeVisible();

  await press("Push Live");
  const question = await screen.findByRole("dialog", { name: "Push Changes Live" });
  expect(question).toHaveTextContent(
    "Are you sure you want to push these changes live? This will update the public points shop.",
  );
  await answerYes("Push Live");
  expect(await screen.findByText("Changes pushed live successfully!")).toBeVisible();
  expect(sent(PUBLISH)).toEqual([
    [
      anItem("1", "Hat"),
      anItem("2", "Mug", { stock: 4, sold: 3 }),
      anItem(expect.stringMatching(/^\d{13}$/), "Hoodie", {
        description: "Warm",
        pointsCost: 1200,
        stock: 2,
        createdAt: expect.any(String),
      }),
    ],
  ]);
  expect(screen.queryByRole("button", { name: "Push Live" })).toBeNull();
});

it("shows sales as they happen, and sends back what its author saw", async () => {
  const { sent } = await open();
  await press("Deactivate: Mug");
  shop.items = [anItem("1", "Hat", { stock: 4, sold: 1 }), ...shop.items.slice(1)];
  act(() => deliver("pointsShopPurchased", { itemId: "1" }));
  expect(await card("Hat").findByText("4")).toBeVisible();
  expect(card("Hat").getByText("Sold").nextElementSibling).toHaveTextContent("1");
  expect(card("Hat").queryByText("Changed")).toBeNull();
  await press("Move down: Hat");
  await press("Push Live");
  await answerYes("Push Live");
  expect(await screen.findByText("Changes pushed live successfully!")).toBeVisible();
  expect(sent(PUBLISH)).toEqual([
    [
      anItem("2", "Mug", { stock: 0, sold: 3, isActive: false }),
      anItem("1", "Hat", { stock: 5, sold: 0 }),
      anItem("3", "Card", { isActive: false }),
    ],
  ]);
});

it("never shows less than nothing left", () => {
  const draft = anItem("1", "Hat", { stock: 1, sold: 0 });
  expect(asOfNow(draft, anItem("1", "Hat", { stock: 0, sold: 3 }))).toMatchObject({
    stock: 0,
    sold: 3,
  });
  expect(asOfNow(draft, undefined)).toBe(draft);
});

it("saves the draft on this browser, and discards it after a question", async () => {
  const { sent } = await open();
  await press("Deactivate: Hat");
  await press("Save Draft");
  expect(await screen.findByText("Draft saved successfully!")).toBeVisible();
  expect(localStorage.getItem("pointhouse.admin.shop")).toContain("Hat");
  expect(sent(PUBLISH)).toEqual([]);
  await press("Discard");
  expect(await screen.findByRole("dialog", { name: "Discard Changes" })).toHaveTextContent(
    "This action cannot be undone.",
  );
  await answerYes("Discard");
  expect(await screen.findByText("Changes discarded")).toBeVisible();
  expect(card("Hat").getByText("Active")).toBeVisible();
});

it("says why the browser kept nothing", async () => {
  await open();
  await press("Deactivate: Hat");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await press("Save Draft");
  expect(
    await screen.findByText(
      "Error saving draft: This browser doesn't store data, or has no space left.",
    ),
  ).toBeVisible();
});

it.each([
  [
    () => refusal(503, "The server cannot write right now", "read_only"),
    "The server cannot write right now",
  ],
  [() => jsonAnswer({ success: false }), "Server did not confirm successful update"],
])("says why nothing was published", async (publish, reason) => {
  await open({ [PUBLISH]: publish });
  await press("Deactivate: Hat");
  await press("Push Live");
  await answerYes("Push Live");
  expect(await screen.findByText(`Error pushing changes live: ${reason}`)).toBeVisible();
  expect(button("Push Live")).toBeEnabled();
});

it("asks which version to keep of an item that another admin changed, too", async () => {
  await open();
  await press("Deactivate: Hat");
  shop.items = [anItem("1", "Hat", { pointsCost: 700 }), ...shop.items.slice(1)];
  shop.version += 1;
  await press("Push Live");
  await answerYes("Push Live");
  const dialog = await screen.findByRole("dialog", {
    name: "Another admin changed the same entries",
  });
  const hat = within(within(dialog).getByRole("group", { name: "Hat" }));
  expect(hat.getByRole("row", { name: /^Points cost/ })).toHaveTextContent("700500");
  expect(hat.getByRole("row", { name: /^Status/ })).toHaveTextContent("ActiveInactive");
  await userEvent.click(hat.getByRole("radio", { name: "Take live" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Apply choices" }));
  // Nothing of the draft is left.
  await waitFor(() => expect(screen.queryByText("You have unsaved changes")).toBeNull());
});

it("saves only what a form changed of an item that another admin changed and members bought", async () => {
  const { sent } = await open();
  await press("Edit: Hat");
  const edit = within(await screen.findByRole("dialog", { name: "Edit Item" }));
  shop.items = [anItem("1", "Hat", { pointsCost: 700, stock: 6, sold: 1 }), ...shop.items.slice(1)];
  shop.version += 1;
  act(() => deliver("pointsShopUpdated", shop.items));
  const { queryKey } = itemList;
  await waitFor(() =>
    expect(queryClient.getQueryData(queryKey)).toHaveProperty("version", "shop-2"),
  );
  await userEvent.type(edit.getByLabelText("Title (required)"), " 2");
  await answerYes("Save Item");
  expect(await screen.findByText("Item updated successfully!")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Resolve conflicts" })).toBeNull();
  await press("Push Live");
  await answerYes("Push Live");
  expect(await screen.findByText("Changes pushed live successfully!")).toBeVisible();
  // Seven pieces with those sold: six were left when one had been sold.
  expect(sent(PUBLISH)).toMatchObject([
    [{ title: "Hat 2", pointsCost: 700, stock: 7, sold: 0 }, {}, {}],
  ]);
});

it("turns the overlay on and off, which ends no draft", async () => {
  const { sent } = await open();
  const overlay = await screen.findByRole("switch", { name: "Coming Soon" });
  expect(overlay).toBeChecked();
  await press("Deactivate: Hat");
  await userEvent.click(overlay);
  expect(await screen.findByText("Coming soon overlay disabled")).toBeVisible();
  expect(overlay).not.toBeChecked();
  await userEvent.click(overlay);
  expect(await screen.findByText("Coming soon overlay enabled")).toBeVisible();
  expect(sent(SET_CONFIG)).toEqual([{ comingSoonEnabled: false }, { comingSoonEnabled: true }]);
  // Both count as versions of the shop.
  await press("Push Live");
  await answerYes("Push Live");
  expect(await screen.findByText("Changes pushed live successfully!")).toBeVisible();
});

it("says what keeps members from buying what goes live, and offers to change it", async () => {
  const { sent } = await open();
  await screen.findByRole("switch", { name: "Coming Soon" });
  await press("Add Item");
  const form = within(await screen.findByRole("dialog", { name: "Add Item" }));
  await userEvent.type(form.getByLabelText("Title (required)"), "Poster");
  await userEvent.type(form.getByLabelText("Description (required)"), "A2");
  await userEvent.type(form.getByLabelText("Points Cost (required)"), "50");
  expect(form.getByLabelText("Stock")).toHaveValue("0");
  await userEvent.click(form.getByRole("button", { name: "Add Item" }));
  await press("Push Live");
  const dialog = within(await screen.findByRole("dialog", { name: "Push Changes Live" }));
  expect(dialog.getByText(/^This new item has no stock/)).toBeVisible();
  expect(dialog.getByText(/^The shop is covered with “Coming Soon”/)).toBeVisible();
  const stock = dialog.getByLabelText("Stock of Poster");
  await userEvent.clear(stock);
  await userEvent.type(stock, "some");
  expect(dialog.getByText("Enter a whole number of pieces, or 0")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Push Live" })).toBeDisabled();
  await userEvent.clear(stock);
  await userEvent.type(stock, "7");
  await userEvent.click(dialog.getByLabelText("Open the shop to members"));
  await userEvent.click(dialog.getByRole("button", { name: "Push Live" }));
  expect(await screen.findByText(/^Changes pushed live, and the shop is open/)).toBeVisible();
  expect(shop.items.at(-1)).toMatchObject({ title: "Poster", stock: 7 });
  expect(sent(SET_CONFIG)).toEqual([{ comingSoonEnabled: false }]);
  expect(screen.getByRole("switch", { name: "Coming Soon" })).not.toBeChecked();
});

it("asks nothing more of items that are sold out", async () => {
  shop.isComingSoon = false;
  await open();
  await press("Deactivate: Hat");
  await press("Push Live");
  const dialog = within(await screen.findByRole("dialog", { name: "Push Changes Live" }));
  expect(dialog.queryByRole("textbox")).toBeNull();
  expect(dialog.queryByRole("checkbox")).toBeNull();
});

it("leaves a form open that was begun before the overlay was answered", async () => {
  let answerLate: (response: Response) => void = ignore;
  const late = new Promise<Response>((resolve) => {
    answerLate = resolve;
  });
  await open({ [SET_CONFIG]: () => late });
  await userEvent.click(await screen.findByRole("switch", { name: "Coming Soon" }));
  await press("Add Item");
  const add = within(await screen.findByRole("dialog", { name: "Add Item" }));
  await userEvent.type(add.getByLabelText("Title (required)"), "Hoodie");
  answerLate(refusal(400, "Not right now"));
  expect(await screen.findByText("Failed to update coming soon setting")).toBeInTheDocument();
  expect(add.getByLabelText("Title (required)")).toHaveValue("Hoodie");
});

it("asks before a form that was typed in is thrown away", async () => {
  await open();
  await press("Add Item");
  await userEvent.type(await screen.findByLabelText("Title (required)"), "Hoodie");
  await answerYes("Close");
  expect(await screen.findByRole("dialog", { name: "Discard what you typed?" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(await screen.findByRole("dialog", { name: "Add Item" })).toBeVisible();
  expect(screen.getByLabelText("Title (required)")).toHaveValue("Hoodie");
});

it("takes the overlay for on while it cannot be read, and says when it cannot be set", async () => {
  await open({
    [CONFIG]: () => refusal(400, "Not right now"),
    [SET_CONFIG]: () => refusal(400, "Not right now"),
  });
  const overlay = await screen.findByRole("switch", { name: "Coming Soon" });
  expect(overlay).toBeChecked();
  await userEvent.click(overlay);
  expect(await screen.findByText("Failed to update coming soon setting")).toBeVisible();
  expect(overlay).toBeChecked();
});

it("follows the overlay by push", async () => {
  await open();
  const overlay = await screen.findByRole("switch", { name: "Coming Soon" });
  act(() => deliver("pointsShopConfigUpdated", { comingSoonEnabled: false }));
  await vi.waitFor(() => expect(overlay).not.toBeChecked());
});

/** Another window saves a draft without the hat. */
const forget = () =>
  act(() => {
    const base = { version: "shop-1", entries: shop.items };
    const draft = { base, entries: shop.items.slice(1) };
    localStorage.setItem("pointhouse.admin.shop", JSON.stringify(draft));
    window.dispatchEvent(new StorageEvent("storage", { key: "pointhouse.admin.shop" }));
  });

it("says when what was opened has gone meanwhile", async () => {
  await open();
  await press("Edit: Hat");
  const edit = within(await screen.findByRole("dialog", { name: "Edit Item" }));
  await userEvent.type(edit.getByLabelText("Title (required)"), " 2");
  forget();
  await answerYes("Save Item");
  expect(await edit.findByText(/^Error updating item: it is no longer in the list/)).toBeVisible();
  expect(edit.getByLabelText("Title (required)")).toHaveValue("Hat 2");
  await answerYes("Cancel");
  await answerYes("Discard");
  act(() => itemList.drafts.discard());
  await press("Delete: Hat");
  await screen.findByRole("dialog", { name: "Delete Item" });
  forget();
  await answerYes("Delete");
  expect(await screen.findByText("Error deleting item")).toBeVisible();
});

it("adds no more than the shop may hold", async () => {
  await open();
  await userEvent.click(screen.getByRole("radio", { name: "Out of Stock" }));
  shop.items = Array.from({ length: 200 }, (_, index) => anItem(String(index + 1), "Hat"));
  act(() => deliver("pointsShopUpdated", []));
  expect(await screen.findByRole("heading", { name: "No items match the filter" })).toBeVisible();
  await press("Add Item");
  const add = within(await screen.findByRole("dialog", { name: "Add Item" }));
  await userEvent.type(add.getByLabelText("Title (required)"), "One more");
  await userEvent.type(add.getByLabelText("Description (required)"), "Warm");
  await userEvent.type(add.getByLabelText("Points Cost (required)"), "1");
  await userEvent.click(add.getByRole("button", { name: "Add Item" }));
  expect(
    await screen.findByText(/^Error adding item: the list already has 200 items/),
  ).toBeVisible();
});

it("says when there is nothing, and when nothing could be read", async () => {
  let isBroken = true;
  shop.items = [];
  openAsAdmin("/admin/points-shop", {
    ...shop.answers,
    [ITEMS]: () => (isBroken ? refusal(400, "Not right now") : jsonAnswer([])),
  });
  expect(await screen.findByText("Not right now")).toBeVisible();
  isBroken = false;
  await press("Retry");
  expect(await screen.findByRole("heading", { name: "No items yet" })).toBeVisible();
  await press("Add the first item");
  expect(await screen.findByRole("dialog", { name: "Add Item" })).toBeVisible();
});

it("keeps the items below a notice when they could not be read again", async () => {
  let isBroken = false;
  await open({
    [ITEMS]: () =>
      isBroken ? refusal(400, "Not right now") : jsonAnswer(shop.items, 200, { ETag: '"shop-1"' }),
  });
  isBroken = true;
  act(() => deliver("pointsShopUpdated", []));
  expect(await screen.findByText("The items may be out of date. Not right now")).toBeVisible();
  expect(card("Hat").getByText("5")).toBeVisible();
  isBroken = false;
  await press("Retry");
  await vi.waitFor(() => expect(screen.queryByText(/may be out of date/)).toBeNull());
});
