import { pointsName } from "@/ui/format/points";
export const failedLoadGamePlease = "Failed to load game. Please refresh.";
export const pageCouldNotShown = "This page could not be shown";
export const siteCantReachedPage =
  "The site can't be reached. The page loads as soon as you're back online.";
export const connectionMayHaveDropped =
  "The connection may have dropped, or the site was just updated. Nothing was lost.";
export const retry = "Retry";

export const youreOffline = "You're offline.";
export const siteCantReached = "The site can't be reached.";
export const pageOpensSoonYoure = (reason: string) =>
  `${reason} The page opens as soon as you're back online.`;
export const stayHere = "Stay here";
export const youreOfflineText = "You're offline";
export const reconnecting = "Reconnecting…";

export const loadingPage = "Loading the page";

export const termsService = "Terms of Service";
export const howGetPoints = `How to get ${pointsName}`;
export const pageNotFound = "Page not found";
export const kit = "Kit";
