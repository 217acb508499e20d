import { jsonAnswer } from "@/test-page";
import { type Answers, refusal } from "@/test-panel";
import { type Item, type Purchase, purchaseStatuses } from "./model";

export const ITEMS = "GET /api/points-shop";
export const PUBLISH = "POST /api/points-shop";
export const PURCHASES = "GET /api/admin/purchases";
export const CONFIG = "GET /api/points-shop/config";
export const SET_CONFIG = "POST /api/points-shop/config";

export function anItem(id: string, title: string, more: Partial<Item> = {}): Item {
  return {
    id,
    title,
    description: "A thing",
    image: "",
    pointsCost: 500,
    stock: 5,
    sold: 0,
    category: "Digital Services",
    isActive: true,
    createdAt: "2026-11-01T00:00:00Z",
    ...more,
  };
}

export function aPurchase(id: string, more: Partial<Purchase> = {}): Purchase {
  return {
    id,
    itemId: "1",
    itemTitle: "Hat",
    user: { username: "rory", userId: "7" },
    pointsCost: 500,
    purchaseDate: `2026-11-${id.padStart(2, "0")}T10:00:00Z`,
    status: "pending",
    ...more,
  };
}

/** A shop as the server keeps one. */
export class TestShop {
  items: Item[] = [
    anItem("1", "Hat"),
    anItem("2", "Mug", { stock: 0, sold: 3 }),
    anItem("3", "Card", { isActive: false }),
  ];
  purchases: Purchase[] = [];
  version = 1;
  isComingSoon = true;

  readonly answers: Answers = {
    [ITEMS]: () => jsonAnswer(this.items, 200, { ETag: `"shop-${this.version}"` }),
    [PUBLISH]: async (request) => {
      if (request.headers.get("If-Match") !== `"shop-${this.version}"`)
        return refusal(409, "Somebody else has changed the shop meanwhile", "version_conflict");
      const items: Item[] = await request.clone().json();
      this.items = items.map((item, index) => Object.assign(item, { id: String(index + 1) }));
      this.version += 1;
      return jsonAnswer({ success: true, version: `shop-${this.version}` });
    },
    [PURCHASES]: (request) => this.purchasePage(request),
    [CONFIG]: () => this.config(),
    [SET_CONFIG]: async (request) => {
      const { comingSoonEnabled }: { comingSoonEnabled: boolean } = await request.clone().json();
      this.isComingSoon = comingSoonEnabled;
      this.version += 1;
      return this.config();
    },
  };

  /** A page of the purchases, as the server finds, counts and sorts them. */
  purchasePage(request: Request): Response {
    const asked = new URL(request.url).searchParams;
    const q = asked.get("q") ?? "";
    const found = this.purchases.filter(
      ({ id, itemTitle, user }) => id === q || `${itemTitle} ${user.username}`.includes(q),
    );
    const ofStatus = (wanted: string) => found.filter(({ status }) => status === wanted);
    const wanted = asked.get("status");
    const fitting = (wanted === null ? found : ofStatus(wanted)).toSorted((one, other) => {
      if (asked.get("sort") === "points") return other.pointsCost - one.pointsCost;
      const order = other.purchaseDate.localeCompare(one.purchaseDate);
      return asked.get("sort") === "oldest" ? -order : order;
    });
    const [page, limit] = [Number(asked.get("page")), Number(asked.get("limit"))];
    return jsonAnswer({
      success: true,
      items: fitting.slice((page - 1) * limit, page * limit),
      total: fitting.length,
      page,
      pages: Math.ceil(fitting.length / limit),
      counts: Object.fromEntries(purchaseStatuses.map((one) => [one, ofStatus(one).length])),
    });
  }

  private config(): Response {
    const comingSoonEnabled = this.isComingSoon;
    return jsonAnswer({ success: true, comingSoonEnabled, config: { comingSoonEnabled } });
  }
}
