import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { testRouterOptions } from "@/test-router";
import { lazyPage } from "@/ui/lazy-page";
import { LoadingBar } from "./LoadingBar";

it("stands above the old page until the new one can be shown", async () => {
  const waiting: (() => void)[] = [];
  const arrived = new Promise<void>((resolve) => {
    waiting.push(resolve);
  });
  const root = createRootRoute({
    component: () => (
      <>
        <LoadingBar />
        <Outlet />
      </>
    ),
  });
  const old = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => "The old page",
  });
  const next = createRoute({
    getParentRoute: () => root,
    path: "/next",
    component: lazyPage(async () => {
      await arrived;
      return { Page: () => "The new page" };
    }, "Page"),
  });
  const router = createRouter({
    ...testRouterOptions,
    routeTree: root.addChildren([old, next]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  render(<RouterProvider router={router} />);
  expect(await screen.findByText("The old page")).toBeVisible();
  expect(screen.queryByRole("progressbar")).toBeNull();

  act(() => router.history.push("/next"));
  expect(await screen.findByRole("progressbar", { name: "Loading the page" })).toBeInTheDocument();
  expect(screen.getByText("The old page")).toBeVisible();
  act(() => waiting.forEach((arrive) => arrive()));
  expect(await screen.findByText("The new page")).toBeVisible();
  expect(screen.queryByRole("progressbar")).toBeNull();
});
