import { pictureAddress } from "@/ui/picture-address";
import type { components } from "@/wire/schema";
import type { Trait } from "../drafts/model";
import * as texts from "./texts/en";

type WireItem = components["schemas"]["Item"];

/** An item as it is edited; what a list may leave out is filled in. */
export type Item = Required<WireItem>;
export type Purchase = components["schemas"]["Purchase"];
export type PurchaseStatus = Purchase["status"];
export type PurchaseCounts = Readonly<Record<PurchaseStatus, number>>;

export const CATEGORY = "Digital Services";

export function filledIn(item: WireItem): Item {
  return { id: "", image: "", category: CATEGORY, isActive: true, createdAt: "", ...item };
}

/** What the shop may hold; the server takes no more. */
export const ITEMS_MAX = 200;

/** All pieces there ever were: what is left and what is sold. Sales do not change it. */
function piecesOf({ stock, sold }: Item): number {
  return stock + (sold ?? 0);
}

export const traits: readonly Trait<Item>[] = [
  { label: texts.title, text: ({ title }) => title },
  { label: texts.description, text: ({ description }) => description },
  { label: texts.image, text: ({ image }) => image },
  { label: texts.pointsCost, text: ({ pointsCost }) => String(pointsCost) },
  { label: texts.piecesThoseSold, text: (item) => String(piecesOf(item)) },
  { label: texts.category, text: ({ category }) => category },
  { label: texts.status, text: ({ isActive }) => (isActive ? texts.active : texts.inactive) },
];

/**
 * An item of the draft with what has been sold by now: less of it is left than when the draft was
 * begun. The draft itself keeps what its author saw, and the server counts from there.
 */
export function asOfNow(item: Item, live: Item | undefined): Item {
  if (live === undefined) return item;
  const sold = live.sold ?? 0;
  return { ...item, sold, stock: Math.max(0, piecesOf(item) - sold) };
}

/** Items that the draft offers for the first time, of which there are none. */
export function newWithoutStock(draft: readonly Item[], live: readonly Item[]): readonly Item[] {
  const offered = new Set(live.filter(({ isActive }) => isActive).map(({ id }) => id));
  const known = new Map(live.map((item) => [item.id, item]));
  return draft.filter(
    (item) =>
      item.isActive && !offered.has(item.id) && asOfNow(item, known.get(item.id)).stock === 0,
  );
}

/** The draft with these numbers of pieces left, by id. */
export function withStock(
  draft: readonly Item[],
  live: readonly Item[],
  stocks: Readonly<Record<string, string>>,
): readonly Item[] {
  const known = new Map(live.map((item) => [item.id, item]));
  return draft.map((item) => {
    const left = stocks[item.id];
    if (left === undefined) return item;
    // The draft counts from the sales that its author saw.
    const soldSince = (known.get(item.id)?.sold ?? 0) - (item.sold ?? 0);
    return { ...item, stock: Number(left) + soldSince };
  });
}

/** The items after one piece of one of them has been sold. */
export function withSale(items: readonly Item[], itemId: string): readonly Item[] {
  return items.map((item) =>
    item.id === itemId
      ? { ...item, stock: Math.max(0, item.stock - 1), sold: (item.sold ?? 0) + 1 }
      : item,
  );
}

export type ItemFilter = "all" | "active" | "inactive" | "out-of-stock";

const filters: Readonly<Record<ItemFilter, (item: Item) => boolean>> = {
  all: () => true,
  active: ({ isActive }) => isActive,
  inactive: ({ isActive }) => !isActive,
  "out-of-stock": ({ stock }) => stock === 0,
};

export function matching(items: readonly Item[], filter: ItemFilter): readonly Item[] {
  return items.filter(filters[filter]);
}

export const purchaseStatuses = ["pending", "in_progress", "completed", "cancelled"] as const;

export const statusNames: Readonly<Record<PurchaseStatus, string>> = {
  pending: texts.pendingLabel,
  in_progress: texts.inProgress,
  completed: texts.completed,
  cancelled: texts.cancelled,
};

/** Which purchases to show, in the words of the address. */
export const purchaseFilters = [
  { value: "all", label: texts.all },
  { value: "pending", label: statusNames.pending },
  { value: "in_progress", label: statusNames.in_progress },
  { value: "completed", label: statusNames.completed },
  { value: "cancelled", label: statusNames.cancelled },
] as const;

export type PurchaseFilter = (typeof purchaseFilters)[number]["value"];

/** What the purchases can be sorted by, in the words of the address and of the server. */
export const purchaseOrders = [
  { value: "newest", label: texts.newest },
  { value: "oldest", label: texts.oldest },
  { value: "points", label: texts.mostPoints },
  { value: "username", label: texts.username },
] as const;

/** Which part of the purchases is on show. */
export type PurchasesSearch = {
  page: number;
  q: string;
  status: PurchaseFilter;
  sort: (typeof purchaseOrders)[number]["value"];
};

/** The picture's address; null where pages show none. */
export function pictureOf({ image }: Pick<Item, "image">): string | null {
  return pictureAddress(image);
}
