import { describe, expect, it } from "vitest";
import { formatCount } from "@/ui/format/words";
import { CallFailure } from "@/wire/failure";
import {
  filledIn,
  type Item,
  type Obstacle,
  obstacleOf,
  pictureOf,
  refusalText,
  type Stand,
  shelfOf,
  stockText,
  withSale,
} from "./model";

const item = (id: string, pointsCost: number, stock: number, isActive = true): Item =>
  filledIn({
    id,
    title: `Item ${id}`,
    description: "Good.",
    pointsCost,
    stock,
    sold: 0,
    isActive,
  });

const published = [
  item("1", 500, 3),
  item("2", 100, 0),
  item("3", 500, 1),
  item("4", 50, 9, false),
  item("5", 900, 2),
];

const stocks = (items: readonly Item[]) => items.map(({ stock }) => stock).join(" ");
const idsOf = (items: readonly Item[]) => items.map(({ id }) => id).join(" ");

describe("the shelf", () => {
  it.each([
    ["all", "1 2 3 5"],
    ["low", "2 1 3 5"],
    ["high", "5 1 3 2"],
    ["stock", "1 3 5"],
  ] as const)("in the order %s has active items only", (order, ids) => {
    expect(idsOf(shelfOf(published, order))).toBe(ids);
    // The published order is needed again for "all".
    expect(idsOf(published)).toBe("1 2 3 4 5");
  });

  it("loses one piece of one item with a sale, and never more than there is", () => {
    expect(stocks(withSale(published, "1"))).toBe("2 0 1 9 2");
    expect(stocks(withSale(published, "2"))).toBe("3 0 1 9 2");
    expect(stocks(withSale(published, "77"))).toBe("3 0 1 9 2");
  });
});

describe("the words of a card", () => {
  it.each([
    [0, "Out of Stock"],
    [1, "1 left"],
    [12_500, "12,500 left"],
  ])("for a stock of %i are %s", (stock, text) => {
    expect(stockText(stock)).toBe(text);
  });

  it.each([
    [0, "0 items"],
    [1, "1 item"],
    [2, "2 items"],
  ])("count %i as %s", (count, text) => {
    expect(formatCount(count, "item")).toBe(text);
  });

  it.each([
    ["https://example.com/a.png", "https://example.com/a.png"],
    ["http://example.com/a.png", null],
    ["javascript:alert(1)", null],
    ["", null],
  ])("come with a picture at %j from %j", (image, shown) => {
    expect(pictureOf({ ...item("1", 1, 1), image })).toBe(shown);
  });
});

describe("an item", () => {
  const free: Stand = {
    item: item("1", 500, 3),
    comingSoon: false,
    buyer: { isActive: true, balance: 500 },
  };

  it.each<[string, Partial<Stand>, Obstacle | null]>([
    ["that costs all there is", {}, null],
    ["that costs more", { buyer: { isActive: true, balance: 499 } }, "short"],
    ["of an inactive account", { buyer: { isActive: false, balance: 0 } }, "inactive"],
    ["of a guest", { buyer: null }, "guest"],
    ["without stock", { item: item("1", 500, 0), buyer: null }, "sold-out"],
    ["that is gone", { item: undefined, buyer: null }, "gone"],
    ["of a closed shop", { item: undefined, comingSoon: true }, "soon"],
  ])("%s", (_, change, obstacle) => {
    expect(obstacleOf({ ...free, ...change })).toBe(obstacle);
  });
});

const refused = (status: number, error: string, said: string | null) =>
  refusalText(new CallFailure({ status, error, said, message: said ?? "Anything" }));

describe("a refusal", () => {
  it.each([
    [400, "insufficient_points", "Insufficient points: 20 of 50", "Insufficient points"],
    [401, "unauthorized", "Please log in", "You must be logged in to make a purchase"],
    [409, "out_of_stock", "Out of Stock", "Out of Stock"],
    [403, "account_inactive", "Your account is inactive", "Your account is inactive"],
    [500, "http_500", null, "Purchase failed. Please try again."],
    [0, "connection_lost", null, "Purchase failed. Please try again."],
  ])("%i %s, %j, reads %j", (status, error, said, text) => {
    expect(refused(status, error, said)).toBe(text);
  });
});
