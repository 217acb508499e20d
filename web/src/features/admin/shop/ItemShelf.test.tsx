import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openAsAdmin } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import { itemList } from "./queries";
import { PUBLISH, TestShop } from "./test-shop";

let shop: TestShop;

beforeEach(() => {
  shop = new TestShop();
});

afterEach(() => {
  keepAdminToken(null);
  itemList.drafts.discard();
  queryClient.clear();
});

async function open() {
  const panel = openAsAdmin("/admin/points-shop", shop.answers);
  await screen.findByRole("article", { name: "Hat" });
  return panel;
}

const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => userEvent.click(button(name));
const titles = () =>
  screen.getAllByRole("article").map((card) => within(card).getByRole("heading").textContent);

it("moves items by buttons and keys, and keeps the focus with them", async () => {
  const { sent } = await open();
  expect(button("Move up: Hat")).toBeDisabled();
  await press("Move down: Hat");
  expect(titles()).toEqual(["Mug", "Hat", "Card"]);
  expect(button("Move down: Hat")).toHaveFocus();
  expect(screen.getByText("Hat is now at place 2 of 3")).toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  expect(titles()).toEqual(["Mug", "Card", "Hat"]);
  // At the end that button is disabled; the grip takes the focus.
  expect(button("Place of Hat: 3 of 3")).toHaveFocus();
  await press("Move up: Hat");
  await press("Move up: Hat");
  expect(titles()).toEqual(["Hat", "Mug", "Card"]);
  expect(button("Place of Hat: 1 of 3")).toHaveFocus();
  expect(screen.queryByRole("button", { name: "Push Live" })).toBeNull();
  await press("Move up: Card");
  await press("Push Live");
  const question = within(await screen.findByRole("dialog"));
  await userEvent.click(question.getByRole("button", { name: "Push Live" }));
  await screen.findByText("Changes pushed live successfully!");
  expect(sent(PUBLISH)).toMatchObject([[{ title: "Hat" }, { title: "Card" }, { title: "Mug" }]]);
});

/** Rows are 100 pixels apart, as the browser would lay them out. */
function layOutRows() {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const row = this.closest("li");
    const place = [...(row?.parentElement?.children ?? [])].findIndex((one) => one === row);
    return new DOMRect(0, Math.max(0, place) * 100, 300, 90);
  });
}

async function pressAndHear(key: string, text: string) {
  await userEvent.keyboard(key);
  expect(await screen.findByText(text)).toBeInTheDocument();
}

/** Where a mouse or a finger is. */
const at = (clientY: number) => ({ clientX: 9, clientY, touches: [{ clientX: 9, clientY }] });

it("moves items by the keyboard, and announces where they are", async () => {
  layOutRows();
  await open();
  const grip = button("Place of Hat: 1 of 3");
  expect(grip).toHaveAccessibleDescription(/Press space to pick up/);
  grip.focus();
  await pressAndHear("[Space]", "Hat is now at place 1 of 3");
  await pressAndHear("{ArrowDown}", "Hat is now at place 2 of 3");
  await pressAndHear("{ArrowDown}", "Hat is now at place 3 of 3");
  expect(titles()).toEqual(["Hat", "Mug", "Card"]);
  await pressAndHear("[Space]", "Dropped Hat at place 3 of 3");
  expect(titles()).toEqual(["Mug", "Card", "Hat"]);
  expect(button("Place of Hat: 3 of 3")).toHaveFocus();
  await pressAndHear("[Space]", "Hat is now at place 3 of 3");
  await pressAndHear("{ArrowUp}", "Hat is now at place 2 of 3");
  await pressAndHear("{Escape}", "Cancelled: Hat is back at place 3 of 3");
  expect(titles()).toEqual(["Mug", "Card", "Hat"]);
});

it.each([
  ["mouse", fireEvent.mouseDown, fireEvent.mouseMove, fireEvent.mouseUp],
  ["finger", fireEvent.touchStart, fireEvent.touchMove, fireEvent.touchEnd],
] as const)("moves items by dragging with a %s", async (_, down, move, up) => {
  layOutRows();
  await open();
  const grip = button("Place of Hat: 1 of 3");
  down(grip, at(20));
  move(grip, at(40));
  move(grip, at(225));
  expect(await screen.findByText("Hat is now at place 3 of 3")).toBeInTheDocument();
  up(grip, at(225));
  expect(await screen.findByText("Dropped Hat at place 3 of 3")).toBeInTheDocument();
  expect(titles()).toEqual(["Mug", "Card", "Hat"]);
  // The press that ends the drag is no click; later ones are.
  await vi.waitFor(() => {
    fireEvent.click(button("Deactivate: Hat"));
    button("Activate: Hat");
  });
});
