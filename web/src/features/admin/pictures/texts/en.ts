import { formatPoints } from "@/ui/format/numbers";

export const pictures = "Pictures";
export const lead =
  "Everything that was uploaded for the site, the newest first. Remove what isn't used any more.";
export const thePictures = "The pictures";
export const loadingPictures = "Loading the pictures";

export const countOf = (count: number, most: number) =>
  `${formatPoints(count)} of ${formatPoints(most)} pictures`;
export const full =
  "The site has as many pictures as it can store. Remove one that isn't used before you upload another.";

export const show = "Show";
export const all = "All";
export const unused = "Not used";

export const purpose = "For";
export const purposes = {
  item: "Shop item",
  challenge: "Challenge",
  logo: "Logo",
  mark: "Sign",
  favicon: "Tab icon",
  share_image: "Share image",
  hero: "Home page picture",
} as const;

export const upload = "Upload a picture";
export const uploadHint =
  "PNG, JPEG, WebP or GIF of at most 5 MB. Copy its address into a shop item or challenge to show it.";
export const uploaded = (name: string) => `${name} is uploaded`;

export const noPictures = "No pictures yet";
export const noPicturesText =
  "Pictures that you upload here, in the brand settings, for shop items or for challenges will appear here.";
export const allUsed = "Every picture is used";
export const allUsedText = "Pictures that nothing refers to will appear here.";
export const showAll = "Show all pictures";

export const unnamed = "Unnamed picture";
export const sizeOf = (width: number, height: number, bytes: number) =>
  `${width} × ${height} px, ${formatPoints(Math.ceil(bytes / 1024))} kB`;
export const uploadedAt = (at: string) => `Uploaded ${at}`;
export const usedBy = "Used by";
export const notUsed = "Not used";
export const brandUse = (name: string) => `Brand: ${name}`;
export const itemUse = (name: string) => `Shop item: ${name}`;
export const challengeUse = (name: string) => `Challenge: ${name}`;

export const address = (name: string) => `address of ${name}`;
export const remove = "Remove";
export const removeNamed = (name: string) => `Remove ${name}`;
export const removeTitle = (name: string) => `Remove ${name}?`;
export const removeText = "The picture is deleted for good, and its address stops working.";
export const removed = (name: string) => `${name} is removed`;
export const inUseTitle = "This picture is in use";
export const inUseText =
  "Choose another picture in the places below first. Then this one can be removed.";
export const close = "Close";
