import { PointsName, pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";

export const purchaseCancelled = "Purchase cancelled";
export const cancelPurchase = "Cancel this purchase?";
export const cancelledEffect = (itemTitle: string | number) =>
  `${itemTitle} is back in stock, and your ${pointsName} have been refunded.`;
export const cancelEffect = (itemTitle: string | number) =>
  `${itemTitle} goes back in stock, and you get your ${pointsName} back. Other members can buy it then.`;
export const done = "Done";
export const keep = "Keep it";
export const cancelPurchaseText = "Cancel purchase";
export const refunded = "Refunded";
export const getBack = "You get back";
export const newBalance = "New balance";

export const yourPoints = `Your ${pointsName}`;
export const history = "History";
export const intro = "The giveaways you entered and the items you bought, with their results.";
export const giveawayHistory = "Giveaway History";
export const pointsShopHistory = `${PointsName} Shop History`;
export const yourGiveawayHistory = "Your giveaway history";
export const loadingGiveaways = "Loading your giveaway history";
export const haveNotEnteredGiveaway = "You have not entered a giveaway yet";
export const seeGiveaways = "See the giveaways";
export const everyGiveawayEnterWill =
  "Every giveaway that you enter will appear here, with the proof of its draw.";
export const yourShopHistory = `Your ${pointsName} shop history`;
export const loadingPurchases = `Loading your ${pointsName} shop history`;
export const haveNotBoughtAnything = "You have not bought anything yet";
export const openPointsShop = `Open the ${pointsName} shop`;
export const purchasesWillAppearHere = "Your purchases will appear here.";

export const giveawaysEnteredNewestFirst = "Giveaways entered, newest first";
export const ticketCount = (count: number) => formatCount(count, "ticket");
export const entered = "Entered ";
export const ends = "Ends ";
export const ended = "Ended ";
export const checkDraw = (title: string | number) => `Check the draw: ${title}`;
export const checkDrawText = "Check the draw";
export const purchasesNewestFirst = "Purchases, newest first";
export const purchase = (id: string | number) => `Purchase ${id}`;
export const cancel = "Cancel";
export const bought = "Bought ";
export const free = "Free";
export const givenBack = "Given back: ";
export const spent = "Spent: ";

export const pending = "Pending";
export const won = "Won";
export const lost = "Lost";
export const inProgress = "In progress";
export const completed = "Completed";
export const cancelled = "Cancelled";

export const processing = "Processing...";
export const cancelNamed = (item: string) => `Cancel: ${item}`;
