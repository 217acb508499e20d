import { formatPoints } from "@/ui/format/numbers";
import { pictureAddress } from "@/ui/picture-address";
import type { CallFailure } from "@/wire/failure";
import type { components } from "@/wire/schema";
import * as texts from "./texts/en";

type WireItem = components["schemas"]["Item"];

/** An item as it is shown; what a draft may leave out is filled in. */
export type Item = Required<WireItem>;

/** How the items are shown; `all` is the order they were published in. */
export type Order = "all" | "low" | "high" | "stock";

export function filledIn(item: WireItem): Item {
  return {
    id: "",
    image: "",
    category: "Digital Services",
    isActive: true,
    createdAt: "",
    ...item,
  };
}

/** What stands on the shelf. Items of one price keep the order they were published in. */
export function shelfOf(items: readonly Item[], order: Order): readonly Item[] {
  const active = items.filter((item) => item.isActive);
  if (order === "stock") return active.filter((item) => item.stock > 0);
  if (order === "all") return active;
  const direction = order === "low" ? 1 : -1;
  return active.toSorted((one, other) => direction * (one.pointsCost - other.pointsCost));
}

/** The items after one piece of one of them has been sold. */
export function withSale(items: readonly Item[], itemId: string): readonly Item[] {
  return items.map((item) =>
    item.id === itemId ? { ...item, stock: Math.max(0, item.stock - 1) } : item,
  );
}

/** The picture's address; null where pages show none. */
export function pictureOf(item: Item): string | null {
  return pictureAddress(item.image);
}

export function stockText(stock: number): string {
  return stock > 0 ? texts.left(formatPoints(stock)) : texts.outStockText;
}

/** What the buyer is told about a purchase that did not happen. */
export function refusalText(failure: CallFailure): string {
  if (failure.error === "unauthorized") return loginText;
  if (failure.error === "insufficient_points") return shortText;
  return failure.said ?? texts.purchaseFailedPleaseTry;
}

const loginText = texts.mustLoggedMakePurchase;
const shortText = texts.insufficientPoints;

/** Why an item cannot be bought at this moment, null when nothing stands in the way. */
export type Obstacle = "gone" | "soon" | "sold-out" | "guest" | "inactive" | "short";

export type Stand = {
  /** As it is on the shelf now; undefined when it is no longer there. */
  item: Item | undefined;
  comingSoon: boolean;
  buyer: { isActive: boolean; balance: number } | null;
};

/** The first thing that stands in the way, what nobody can change before what the buyer can. */
export function obstacleOf({ item, comingSoon, buyer }: Stand): Obstacle | null {
  if (comingSoon) return "soon";
  if (item === undefined) return "gone";
  if (item.stock === 0) return "sold-out";
  if (buyer === null) return "guest";
  if (!buyer.isActive) return "inactive";
  return buyer.balance < item.pointsCost ? "short" : null;
}

export const obstacleTexts: Readonly<Record<Obstacle, string>> = {
  soon: texts.pointsShopComingSoon,
  gone: texts.itemNotSale,
  "sold-out": texts.outStockText,
  guest: loginText,
  inactive: texts.accountInactive,
  short: shortText,
};
