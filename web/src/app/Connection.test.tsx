import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { testRouterOptions } from "@/test-router";
import { stubFetch } from "@/testing/pending-work";
import { around, lazyPage } from "@/ui/lazy-page";
import { cameBackSince } from "@/wire/outage";
import { queryClient } from "@/wire/queries";
import { Connection, startConnection } from "./Connection";

const socket = vi.hoisted(() => ({
  state: "online",
  online: new Set<() => void>(),
}));
vi.mock("@/wire/socket", async (original) => ({
  ...(await original<typeof import("@/wire/socket")>()),
  useLiveState: () => socket.state,
  onOnline: (listener: () => void) => {
    socket.online.add(listener);
    return () => socket.online.delete(listener);
  },
}));

let isOnline = true;
const fetchCode = vi.fn<() => Promise<{ ShopPage: () => string }>>();
const assign = vi.fn<(href: string) => void>();

function goOnline(online: boolean) {
  isOnline = online;
  act(() => void window.dispatchEvent(new Event(online ? "online" : "offline")));
}

/** A site of two pages; the code of the second is fetched when it is opened. */
async function open(address = "/") {
  const root = createRootRoute({
    component: () => (
      <>
        <Link to="/points-shop" search={{ sort: "low" } as never} preload={false}>
          To the shop
        </Link>
        <Link to="/" preload={false}>
          Home
        </Link>
        <Outlet />
      </>
    ),
  });
  const Shop = lazyPage(fetchCode, "ShopPage");
  const routes = [
    createRoute({
      getParentRoute: () => root,
      path: "/",
      component: () => <input aria-label="x" />,
    }),
    createRoute({
      getParentRoute: () => root,
      path: "/points-shop",
      component: around(Shop, function ShopRoute() {
        return <Shop />;
      }),
    }),
  ];
  const router = createRouter({
    ...testRouterOptions,
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  render(
    <>
      {/* The type of the site's own router is registered. */}
      <RouterProvider router={router as never} />
      <Connection router={router} />
    </>,
  );
  await screen.findByRole("link", { name: "Home" });
  return () => router.state.location.href;
}

const toShop = () => userEvent.click(screen.getByRole("link", { name: "To the shop" }));

beforeEach(() => {
  isOnline = true;
  socket.state = "online";
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
  const { href, origin } = window.location;
  vi.stubGlobal("location", { href, origin, assign });
  assign.mockReset();
  fetchCode.mockReset().mockResolvedValue({ ShopPage: () => "The shop" });
  stubFetch(async () => {
    if (!isOnline) throw new TypeError("Failed to fetch");
    return new Response();
  });
});

afterEach(() => {
  socket.online.clear();
  vi.unstubAllGlobals();
});

it("says when the browser is offline, and when it is back", async () => {
  await open();
  const opened = performance.now();
  expect(screen.queryByText("You're offline")).toBeNull();
  expect(cameBackSince(opened)).toBe(false);
  goOnline(false);
  expect(screen.getByText("You're offline").closest("[role=status]")).toBeVisible();
  goOnline(true);
  expect(screen.queryByText("You're offline")).toBeNull();
  expect(cameBackSince(opened)).toBe(true);
  expect(cameBackSince(performance.now() + 1)).toBe(false);
});

it("says that it reconnects once that takes a while", async () => {
  socket.state = "offline";
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  vi.useFakeTimers();
  render(<Connection router={router} />);
  await act(() => vi.advanceTimersByTimeAsync(2_999));
  expect(screen.queryByText("Reconnecting…")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText("Reconnecting…")).toBeVisible();
});

it("stays on the page whose link cannot be followed, and follows it when the connection is back", async () => {
  const href = await open();
  await userEvent.type(screen.getByRole("textbox"), "typed");
  fetchCode.mockRejectedValue(new TypeError("Failed to fetch dynamically imported module"));
  goOnline(false);
  await toShop();
  expect(await screen.findByText(/^You're offline\. The page opens as soon as/)).toBeVisible();
  expect(href()).toBe("/");
  expect(screen.getByRole("textbox")).toHaveValue("typed");
  fetchCode.mockResolvedValue({ ShopPage: () => "The shop" });
  goOnline(true);
  expect(await screen.findByText("The shop")).toBeVisible();
  expect(href()).toBe("/points-shop?sort=low");
  expect(screen.queryByText(/The page opens/)).toBeNull();
  expect(assign).not.toHaveBeenCalled();
});

it("stays on the page without a connection however long the failure takes", async () => {
  const href = await open();
  isOnline = false;
  const refusals: ((reason: Error) => void)[] = [];
  fetchCode.mockReturnValue(new Promise((_, reject) => refusals.push(reject)));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await toShop();
  // Longer than a page with a connection waits for its code.
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  expect(href()).toBe("/");
  for (const refuse of refusals) refuse(new TypeError("Failed to fetch"));
  await screen.findByText(/^You're offline\. The page opens/);
  expect(href()).toBe("/");
});

it("follows it when the server is back, too, and waits on while it is not", async () => {
  const href = await open();
  fetchCode.mockRejectedValue(new TypeError("Failed to fetch dynamically imported module"));
  isOnline = false;
  await toShop();
  await screen.findByText(/The page opens as soon as/);
  act(() => socket.online.forEach((listener) => listener()));
  await waitFor(() => expect(fetchCode).toHaveBeenCalledTimes(2));
  expect(await screen.findByText(/The page opens as soon as/)).toBeVisible();
  fetchCode.mockResolvedValue({ ShopPage: () => "The shop" });
  act(() => socket.online.forEach((listener) => listener()));
  expect(await screen.findByText("The shop")).toBeVisible();
  expect(href()).toBe("/points-shop?sort=low");
});

it("stays for good when asked to", async () => {
  const href = await open();
  fetchCode.mockRejectedValue(new TypeError("Failed to fetch dynamically imported module"));
  goOnline(false);
  await toShop();
  await userEvent.click(await screen.findByRole("button", { name: "Stay here" }));
  expect(screen.getByText("You're offline")).toBeVisible();
  goOnline(true);
  expect(fetchCode).toHaveBeenCalledTimes(1);
  expect(href()).toBe("/");
});

it("loads the document anew when the server answers but has other files", async () => {
  await open();
  fetchCode.mockRejectedValue(new TypeError("Failed to fetch dynamically imported module"));
  await toShop();
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/points-shop?sort=low"));
});

describe("when the site has got another name for points", () => {
  const { dataset } = document.documentElement;
  beforeEach(() => {
    Object.assign(dataset, { point: "point", points: "points", dollars: "sign" });
    const points = { one: "Dingo dollar", many: "Dingo dollars" };
    queryClient.setQueryData(["site"], { points, dollars: "sign" });
  });
  afterEach(() => {
    for (const name of ["point", "points", "dollars"]) delete dataset[name];
  });

  it("loads the next page as a new document", async () => {
    const href = await open();
    await userEvent.click(screen.getByRole("link", { name: "Home" }));
    expect(assign).not.toHaveBeenCalled();
    await toShop();
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith("/points-shop?sort=low"));
    expect(href()).toBe("/");
  });

  it("opens the next page as it is while the server can't be reached", async () => {
    const href = await open();
    isOnline = false;
    await toShop();
    expect(await screen.findByText("The shop")).toBeVisible();
    expect(href()).toBe("/points-shop?sort=low");
    expect(assign).not.toHaveBeenCalled();
  });

  it("loads nothing afresh once the names are the same again", async () => {
    const points = { one: "point", many: "points" };
    queryClient.setQueryData(["site"], { points, dollars: "sign" });
    await open();
    await toShop();
    expect(await screen.findByText("The shop")).toBeVisible();
    expect(assign).not.toHaveBeenCalled();
  });
});

it("loads a broken page again by itself, and never without a connection", async () => {
  fetchCode.mockRejectedValue(new TypeError("Failed to fetch dynamically imported module"));
  isOnline = false;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await open("/points-shop");
  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByText(/^The site can't be reached/)).toBeVisible();
  expect(assign).not.toHaveBeenCalled();
  goOnline(true);
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/points-shop"));
});

it("removes the history entry of a dialog that was open before the page was loaded", async () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  window.history.pushState({ page: 1 }, "");
  window.history.pushState({ page: 1, overlays: 1 }, "");
  const stop = await act(async () => startConnection(router));
  await waitFor(() => expect(window.history.state).toEqual({ page: 1 }));
  act(stop);
});
