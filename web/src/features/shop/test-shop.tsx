import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, vi } from "vitest";
import { guest, useSession } from "@/features/session/store";
import { closeWallet, openWallet, recordBalance } from "@/features/wallet/balance";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import type { Item, Order } from "./model";
import { ShopPage } from "./ShopPage";

export const card: Item = {
  id: "3",
  title: "Gift card",
  description: "For the store of your choice.",
  image: "https://example.com/card.png",
  pointsCost: 1200,
  stock: 4,
  sold: 1,
  category: "Digital Services",
  isActive: true,
  createdAt: "2026-03-01T00:00:00Z",
};
export const shirt: Item = {
  ...card,
  id: "4",
  title: "Shirt",
  pointsCost: 800,
  stock: 0,
  image: "",
};
export const mug: Item = { ...card, id: "5", title: "Mug", pointsCost: 2500, stock: 1, image: "" };

const purchase = {
  id: "17",
  itemId: "3",
  itemTitle: "Gift card",
  user: { username: "rory", userId: "7" },
  pointsCost: 1200,
  purchaseDate: "2026-03-02T00:00:00Z",
  status: "pending",
};
export const bought = {
  success: true,
  message: "You bought Gift card",
  userPoints: 800,
  seq: 9,
  purchase,
};

export const refused = (status: number, error: string, message: string) => () =>
  jsonAnswer({ success: false, error, message }, status);

export const lost = () => {
  throw new TypeError("Failed to fetch");
};

export type Answer = () => Response | Promise<Response>;
export let answers: { items: Answer; config: Answer; purchase: Answer };
export const orders = vi.fn<(body: unknown, key: string | null) => void>();
const fetched = vi.fn<(request: Request) => Promise<Response>>();
export const keys = () => new Set(orders.mock.calls.map(([, key]) => key));
export const account = { isActive: true };

async function serve(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/api/points-shop") return answers.items();
  if (pathname === "/api/points-shop/config") return answers.config();
  if (pathname === "/api/auth/me") return jsonAnswer({ success: true, user: memberNow() });
  if (pathname !== "/api/points-shop/purchase") throw new Error(`Unexpected call: ${pathname}`);
  orders(await request.json(), request.headers.get("Idempotency-Key"));
  return answers.purchase();
}

export const memberNow = () => ({
  ...sampleMember,
  points: 2000,
  pointsSeq: 5,
  isActive: account.isActive,
});

export const open = (order: Order = "all") => renderPage(<ShopPage order={order} />);
export const comingSoon = (on: boolean) => () =>
  jsonAnswer({ success: true, comingSoonEnabled: on });
export const titles = () =>
  screen.getAllByRole("heading", { level: 2 }).map((title) => title.textContent);
export const reads = () =>
  fetched.mock.calls.filter(([request]) => request.url.endsWith("/points-shop")).length;
export const cardOf = (title: string) => {
  const found = screen.getAllByRole("article").find((one) => one.textContent.includes(title));
  if (found === undefined) throw new Error(`No card of ${title}.`);
  return within(found);
};
export const button = (name: string | RegExp) => screen.getByRole("button", { name });

export async function toConfirm(title = "Gift card"): Promise<HTMLElement> {
  await userEvent.click(await screen.findByRole("button", { name: `Purchase: ${title}` }));
  return screen.findByRole("dialog", { name: "Confirm your purchase" });
}

export function logIn() {
  useSession.setState({ status: "member", token: "t-1", member: memberNow() });
  openWallet("7", 2000);
  recordBalance({ balance: 2000, seq: 5 });
}

beforeEach(() => {
  account.isActive = true;
  orders.mockReset();
  fetched.mockReset();
  fetched.mockImplementation(serve);
  stubFetch(fetched);
  answers = {
    items: () => jsonAnswer([card, shirt, mug]),
    config: comingSoon(false),
    purchase: () => jsonAnswer(bought),
  };
});

afterEach(() => {
  useSession.setState(guest);
  closeWallet();
});
