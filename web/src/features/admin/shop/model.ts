import type { components } from "@/wire/schema";
import type { Trait } from "../drafts/model";

type WireItem = components["schemas"]["Item"];

/** An item as it is edited; what a list may leave out is filled in. */
export type Item = Required<WireItem>;
export type Purchase = components["schemas"]["Purchase"];
export type PurchaseStatus = Purchase["status"];

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
  { label: "Title", text: ({ title }) => title },
  { label: "Description", text: ({ description }) => description },
  { label: "Image", text: ({ image }) => image },
  { label: "Points cost", text: ({ pointsCost }) => String(pointsCost) },
  { label: "Pieces with those sold", text: (item) => String(piecesOf(item)) },
  { label: "Category", text: ({ category }) => category },
  { label: "Status", text: ({ isActive }) => (isActive ? "Active" : "Inactive") },
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

/** The list with the item of that id at another place. */
export function moved<Entry extends { id: string }>(
  entries: readonly Entry[],
  id: string,
  place: number,
): readonly Entry[] {
  const entry = entries.find((one) => one.id === id);
  if (entry === undefined) return entries;
  const others = entries.filter((one) => one.id !== id);
  return others.toSpliced(place, 0, entry);
}

export type PurchaseFilter = "all" | PurchaseStatus;

export const purchaseStatuses = ["pending", "completed", "cancelled"] as const;

/** Newest first; of the same moment the one with the higher number. */
export function newestFirst(purchases: readonly Purchase[]): readonly Purchase[] {
  return purchases.toSorted(
    (one, other) =>
      other.purchaseDate.localeCompare(one.purchaseDate) || Number(other.id) - Number(one.id),
  );
}

/** The picture's address; only https ones are shown. */
export function pictureOf({ image }: Pick<Item, "image">): string | null {
  return image.startsWith("https://") ? image : null;
}
