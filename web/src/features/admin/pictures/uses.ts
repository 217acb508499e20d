import type { PictureUse } from "./queries";
import * as texts from "./texts/en";

const purposes: Readonly<Record<string, string>> = texts.purposes;

/** What uses a picture in words, and where that is changed. */
export function describeUse({ by, name }: PictureUse): string {
  switch (by) {
    case "brand":
      return texts.brandUse(purposes[name] ?? name);
    case "shop_item":
      return texts.itemUse(name);
    case "challenge":
      return texts.challengeUse(name);
  }
}

export const placesOfUse = {
  brand: { to: "/admin/settings/$section", params: { section: "brand" } },
  shop_item: { to: "/admin/points-shop" },
  challenge: { to: "/admin/challenges" },
} as const;
