import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { BrokenPage } from "./BrokenPage";

it.each([
  ["/slots/downunder-dawgs", "Failed to load game. Please refresh."],
  ["/challenges", "This page could not be shown"],
])("%s whose code cannot be loaded says: %s", async (path, text) => {
  const router = createRouter({
    routeTree: createRootRoute({ notFoundComponent: BrokenPage }),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  render(<RouterProvider router={router} />);
  expect(await screen.findByRole("heading", { name: text })).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});
