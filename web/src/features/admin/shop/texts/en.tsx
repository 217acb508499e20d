import type { ReactNode } from "react";
import { formatPointCount, PointsName, pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";

export const comingSoonEnabled = "Coming soon overlay enabled";
export const comingSoonDisabled = "Coming soon overlay disabled";
export const noStockYet = (items: number) =>
  items === 1
    ? "This new item has no stock, so nobody can buy it yet."
    : "These new items have no stock, so nobody can buy them yet.";
export const stockOf = (item: string) => `Stock of ${item}`;
export const shopIsComingSoon =
  "The shop is covered with “Coming Soon”, so members can't buy anything yet.";
export const alsoOpenShop = "Open the shop to members";
export const pushedAndOpened = "Changes pushed live, and the shop is open to members!";
export const failedUpdateComingSoon = "Failed to update coming soon setting";
export const comingSoon = "Coming Soon";
export const membersSeeOverlayCannot = "Members see the overlay and cannot buy";
export const shopOpenMembers = "The shop is open to members";
export const comingSoonText = (part: ReactNode) => <>Coming Soon{part}</>;

export const edit = "Edit";
export const deactivate = "Deactivate";
export const activate = "Activate";
export const active = "Active";
export const inactive = "Inactive";
export const outStock = "Out of Stock";
export const cost = "Cost";
export const left = "Left";
export const sold = "Sold";
export const category = "Category";

export const addItem = "Add Item";
export const editItem = "Edit Item";
export const becomesPartDraftNobody =
  "It becomes part of the draft. Nobody sees it until you push it live.";
export const saveItem = "Save Item";
export const titleRequired = "Title (required)";
export const descriptionRequired = "Description (required)";
export const pointsCostRequired = `${PointsName} Cost (required)`;
export const stock = "Stock";
export const piecesLeftSoldSo = (soldText: string | number) =>
  `Pieces left. ${soldText} sold so far.`;
export const piecesLeft = "Pieces left.";
export const image = "Image";
export const addressPictureWithoutOne =
  "Upload a picture, or enter the address of one. Without it the site draws its own.";
export const activeMembersCanBuy = "Active: members can buy it";

export const all = "All";
export const publicPointsShop = `the public ${pointsName} shop`;
export const theItems = "The items";
export const noItemsYet = "No items yet";
export const addFirstItem = "Add the first item";
export const addOneDraftThen = "Add one to the draft, then push it live.";
export const status = "Status";
export const itemCount = (count: number) => formatCount(count, "item");
export const clearFiltersReorder = "Clear filters to reorder";
export const noItemFitsFilter = "No items match the filter";
export const clearFilter = "Clear the filter";
export const total = "Total";
export const loadingItems = "Loading the items";

export const deleteItem = "Delete Item";
export const sureWantDeleteFrom = (titleText: string | number) =>
  `Are you sure you want to delete “${titleText}” from the draft? The shop changes when you push the draft live. Until then, Discard restores everything that is live.`;
export const deleteText = "Delete";

export const pointsShop = `${PointsName} Shop`;
export const whatMembersBuyTheir = `What members buy with their ${pointsName}. You edit a draft; everyone sees what you push live.`;
export const pointsShopLabel = `${PointsName} shop`;
export const shopItems = "Shop Items";
export const purchases = "Purchases";
export const noLongerList = "It is no longer in the list.";
export const errorAddingItemList = (itemsMax: string | number) =>
  `Error adding item: the list already has ${itemsMax} items, the maximum.`;
export const itemAddedSuccessfully = "Item added successfully!";
export const errorUpdatingItem = (gone: string | number) => `Error updating item: ${gone}`;
export const itemUpdatedSuccessfully = "Item updated successfully!";
export const errorUpdatingItemText = "Error updating item";
export const itemActivated = "Item activated";
export const itemDeactivated = "Item deactivated";
export const errorDeletingItem = "Error deleting item";
export const itemDeletedSuccessfully = "Item deleted successfully!";

export const item = "Item";
export const no = (id: string | number) => `No. ${id}`;
export const member = "Member";
export const points = PointsName;
export const bought = "Bought";
export const statusPurchase = (
  id: string | number,
  itemTitle: string | number,
  usernameText: string | number,
) => `Status of purchase ${id}, ${itemTitle} for ${usernameText}`;

export const searchPurchases = "Search the purchases";
export const memberEmailItemPurchase = "Member, email, item or purchase number";
export const purchaseCount = (count: number) => formatCount(count, "purchase");
export const found = (purchasesText: string | number) => `${purchasesText} found`;
export const thePurchases = "The purchases";
export const noPurchaseFits = "No purchases match";
export const showEveryStatus = "Show every status";
export const clearSearch = "Clear the search";
export const showAllPurchases = "Show all purchases";
export const noPurchasesYet = "No purchases yet";
export const whatMembersBuyPoints = `What members buy in the ${pointsName} shop is listed here, newest first.`;
export const loadingPurchases = "Loading the purchases";

export const title = "Title";
export const description = "Description";
export const pointsCost = `${PointsName} cost`;
export const piecesThoseSold = "Pieces with those sold";
export const inProgress = "In progress";
export const newest = "Newest";
export const oldest = "Oldest";
export const mostPoints = `Most ${pointsName}`;
export const username = "Username";

export const failedUpdatePurchaseStatus = "Failed to update purchase status";
export const errorUpdatingPurchaseStatus = (reason: string | number) =>
  `Error updating purchase status: ${reason}`;
export const pointCount = formatPointCount;
export const cancelPurchase = "Cancel Purchase";
export const reopenPurchase = "Reopen Purchase";
export const getsBackOnePiece = (
  usernameText: string | number,
  pointsText: string | number,
  itemTitle: string | number,
) => `${usernameText} gets ${pointsText} back, and one piece of “${itemTitle}” goes back in stock.`;
export const paysAgainOnePiece = (
  usernameText: string | number,
  pointsText: string | number,
  itemTitle: string | number,
) =>
  `${usernameText} pays ${pointsText} again, and one piece of “${itemTitle}” is taken from stock. It is refused if ${pointsName} or stock are short.`;
export const keep = "Keep it";
export const cancel = "Cancel";
export const cancelPurchaseText = "Cancel the purchase";

export const pleaseFillAllRequired = `Please fill in all required fields (Title, Description, ${PointsName} Cost)`;
export const mostCharacters = (most: string | number) => `At most ${most} characters`;
export const enterAddressBeginsHttps =
  "Upload a picture, or enter an address that begins with https://";
export const enterWholeNumberPoints = `Enter a whole number of ${pointsName}, at least 1`;
export const most1000000 = `At most 1,000,000,000 ${pointsName}`;
export const enterWholeNumberPieces = "Enter a whole number of pieces, or 0";
export const most1000000Pieces = "At most 1,000,000 pieces";

export const on = "ON";
export const off = "OFF";

export const newLabel = "New";
export const changed = "Changed";

export const purchasesNewestFirst = "Purchases, newest first";
export const purchasesOldestFirst = "Purchases, oldest first";
export const purchasesMostPointsFirst = `Purchases, most ${pointsName} first`;
export const purchasesByUsername = "Purchases, by username";

export const pendingLabel = "Pending";
export const completed = "Completed";
export const cancelled = "Cancelled";
export const required = (field: string) => `${field} is required`;
export const editNamed = (item: string) => `Edit: ${item}`;
export const deleteNamed = (item: string) => `Delete: ${item}`;
type Status = "pending" | "in_progress" | "completed" | "cancelled";
export const noneWithStatus: Readonly<Record<Status, string>> = {
  pending: "No pending purchases",
  in_progress: "No purchases in progress",
  completed: "No completed purchases",
  cancelled: "No cancelled purchases",
};
export const noneMatch = (search: string) => `No purchases match “${search}”.`;
export const noneWithStatusMatch: Readonly<Record<Status, (search: string) => string>> = {
  pending: (search) => `No pending purchases match “${search}”.`,
  in_progress: (search) => `No purchases in progress match “${search}”.`,
  completed: (search) => `No completed purchases match “${search}”.`,
  cancelled: (search) => `No cancelled purchases match “${search}”.`,
};
export const setStatus: Readonly<Record<Status, string>> = {
  pending: "Set pending",
  in_progress: "Set in progress",
  completed: "Set completed",
  cancelled: "Set cancelled",
};
export const statusSet: Readonly<Record<Status, string>> = {
  pending: "Purchase status updated to pending",
  in_progress: "Purchase status updated to in progress",
  completed: "Purchase status updated to completed",
  cancelled: "Purchase status updated to cancelled",
};
