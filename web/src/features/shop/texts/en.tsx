import type { ReactNode } from "react";
import { formatPointCount, PointsName, pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";

export const purchaseComplete = "Purchase complete";
export const paid = "Paid";
export const newBalance = "New balance";
export const status = "Status";
export const pending = "Pending";
export const whatHappensNext = "What happens next";
export const purchasePendingStreamerSees =
  "Your purchase is pending: the streamer sees it and delivers it.";
export const onceHaveMarkedCompleted = "Once you have it, it is marked as completed.";
export const shouldCancelledPointsCome = `If it's cancelled, you get your ${pointsName} back.`;
export const statement = "Statement";
export const done = "Done";

export const comingSoon = "Coming Soon";
export const shelvesBeingFilledPoints = `The shop is being stocked. You keep the ${pointsName} you earn until then, and this page opens by itself.`;
export const earnPointsDaily = `Earn ${pointsName} daily`;
export const seeChallenges = "See the challenges";

export const cost = "Cost";
export const yourBalance = "Your balance";
export const stillMissing = "Still missing";
export const balanceAfter = "Balance after";
export const pointCount = formatPointCount;
export const priceHasChangedWas = (agreed: number, pointsCost: ReactNode) => (
  <>
    The price has changed: it was {formatPointCount(agreed)} and is now {pointsCost}.
  </>
);
export const cancel = "Cancel";
export const log = "Log in";
export const accept = (pointsCost: number) => `Accept ${formatPointCount(pointsCost)}`;
export const confirmPurchase = "Confirm Purchase";

export const outStock = (title: string | number) => `Out of Stock: ${title}`;
export const outStockText = "Out of Stock";
export const purchase = "Purchase";
export const toGo = (missing: number) => `${formatPointCount(missing)} to go`;

export const confirmPurchaseText = "Confirm your purchase";
export const stock = "Stock";
export const category = "Category";
export const close = "Close";

export const noItemsAvailable = "No Items Available";
export const items = "Items";
export const itemCount = (count: number) => formatCount(count, "item");
export const showAllItems = "Show all items";
export const everythingSoldOutMoment = "Everything is sold out at the moment.";
export const newItemsWillAppear = "New items will appear here as soon as they are published.";
export const loadingShop = "Loading the shop";

export const rewards = "Rewards";
export const pointsShop = `${PointsName} Shop`;
export const tradePointsSomethingKeep = `Trade your ${pointsName} for something to keep. The streamer delivers what you buy.`;
export const theShop = "The shop";

export const allItems = "All Items";
export const stockOnly = "In Stock Only";
export const sort = "Sort";

export const left = (stockText: string | number) => `${stockText} left`;
export const purchaseFailedPleaseTry = "Purchase failed. Please try again.";
export const mustLoggedMakePurchase = "You must be logged in to make a purchase";
export const insufficientPoints = `Insufficient ${pointsName}`;
export const pointsShopComingSoon = `The ${pointsName} shop is coming soon`;
export const itemNotSale = "This item is not for sale";
export const accountInactive = "Your account is inactive";

export const pointsShopUpdated = `${PointsName} shop updated!`;

export const processing = "Processing...";
export const purchaseNamed = (item: string) => `Purchase: ${item}`;
export const cheapestFirst = "Price: Low to High";
export const dearestFirst = "Price: High to Low";
