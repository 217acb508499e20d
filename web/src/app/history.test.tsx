import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { testRouterOptions } from "@/test-router";
import { Dialog } from "@/ui/Dialog";
import { startConnection } from "./Connection";

const ends: (() => void)[] = [];

afterEach(() => act(() => ends.splice(0).forEach((end) => end())));

/** A page, and a dialog that belongs to none. */
function Site() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Outlet />
      {isOpen && <Dialog title="Asked" open onOpenChange={setOpen} />}
    </>
  );
}

/** Opens the second of three pages. */
async function open() {
  const root = createRootRoute({ component: Site });
  const pages = ["first", "second", "third"].map((page) =>
    createRoute({ getParentRoute: () => root, path: page, component: () => `The ${page} page` }),
  );
  window.history.pushState(null, "", "/first");
  const history = createBrowserHistory({ window });
  const shown: string[] = [];
  history.subscribe(({ location }) => shown.push(location.pathname));
  const router = createRouter({
    ...testRouterOptions,
    routeTree: root.addChildren(pages),
    history,
  });
  history.push("/second");
  // The type of the site's own router is registered.
  render(<RouterProvider router={router as never} />);
  ends.push(startConnection(router), history.destroy);
  await expectPage("second");
  await waitFor(() => expect(window.history.state).toHaveProperty("overlays", 1));
  return { history, shown };
}

/** The address and the screen show one page. */
async function expectPage(page: string) {
  expect(await screen.findByText(`The ${page} page`)).toBeInTheDocument();
  await waitFor(() => expect(window.location.pathname).toBe(`/${page}`));
}

const back = () => act(() => window.history.back());

it.each([
  ["push", "second"],
  ["replace", "first"],
] as const)(
  "Back closes a dialog that stays open over a %s, then leads to the %s page",
  async (method, below) => {
    const { history, shown } = await open();
    act(() => history[method]("/third"));
    await expectPage("third");
    await waitFor(() => expect(window.history.state).toHaveProperty("overlays", 1));
    back();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await expectPage("third");
    expect(shown).toEqual(["/second", "/third"]);
    back();
    await expectPage(below);
  },
);
