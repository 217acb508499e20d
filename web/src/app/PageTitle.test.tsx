import { QueryClientProvider } from "@tanstack/react-query";
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { testRouterOptions } from "@/test-router";
import { stubFetch } from "@/testing/pending-work";
import { Dialog } from "@/ui/Dialog";
import { Menu, MenuItem } from "@/ui/Menu";
import { queryClient } from "@/wire/queries";
import { PageTitle } from "./PageTitle";
import MobileMenu from "./shell/MobileMenu";

const ends: (() => void)[] = [];

beforeEach(() => {
  queryClient.clear();
  stubFetch(async () => jsonAnswer({ success: true, name: "Northside", features: {} }));
});

afterEach(() => act(() => ends.splice(0).forEach((end) => end())));

/** The parts of a frame that stay when the page changes. */
function Frame() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <PageTitle />
      <Link to="/fairness">To fairness</Link>
      <button type="button" onClick={() => setMenuOpen(true)}>
        All pages
      </button>
      <button type="button" onClick={() => setAsked(true)}>
        Ask
      </button>
      <Menu trigger={<button type="button">Member</button>}>
        <MenuItem asChild>
          <Link to="/fairness">Fairness</Link>
        </MenuItem>
      </Menu>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <MobileMenu open={isMenuOpen} onOpenChange={setMenuOpen} />
      <Dialog title="Asked" open={isAsked} onOpenChange={setAsked} />
    </>
  );
}

const titles = { "/": "", "/fairness": "Fairness", "/socials": "Socials", "/hunts/$id": "Hunt" };

/** Opens a site of four pages at one of them. */
async function open(address: string) {
  const root = createRootRoute({ component: Frame });
  const pages = Object.entries(titles).map(([path, title]) =>
    createRoute({
      getParentRoute: () => root,
      path,
      staticData: { title },
      component: () => <h1>Page of {path}</h1>,
    }),
  );
  window.history.pushState(null, "", address);
  const history = createBrowserHistory({ window });
  ends.push(history.destroy);
  const router = createRouter({
    ...testRouterOptions,
    routeTree: root.addChildren(pages),
    history,
  });
  const rendered: string[] = [];
  ends.push(
    router.subscribe("onRendered", ({ toLocation }) => void rendered.push(toLocation.href)),
  );
  render(
    <QueryClientProvider client={queryClient}>
      {/* The type of the site's own router is registered. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(document.title).toContain("Northside"));
  return async (href: string) => {
    act(() => history.push(href));
    await waitFor(() => expect(rendered.at(-1)).toBe(href));
  };
}

const announced = () => document.querySelector("[aria-live=polite]")?.textContent;
const main = () => screen.getByRole("main");
const heading = (path: string) => screen.findByRole("heading", { name: `Page of ${path}` });

it("leaves the focus alone and announces nothing when the site is opened", async () => {
  await open("/fairness");
  expect(document.title).toBe("Fairness · Northside");
  expect(document.body).toHaveFocus();
  expect(announced()).toBe("");
});

it("moves the focus to the content of the next page and announces the page", async () => {
  const go = await open("/");
  await userEvent.click(screen.getByRole("link", { name: "To fairness" }));
  await heading("/fairness");
  await waitFor(() => expect(main()).toHaveFocus());
  expect(announced()).toBe("Fairness");
  await go("/");
  await heading("/");
  await waitFor(() => expect(announced()).toBe("Northside"));
});

it("announces a page with the title of the last one again", async () => {
  const go = await open("/");
  await go("/hunts/1");
  await waitFor(() => expect(announced()).toBe("Hunt"));
  const before = document.querySelector("[aria-live=polite] > *");
  await go("/hunts/2");
  await waitFor(() => expect(before).not.toBeInTheDocument());
  expect(announced()).toBe("Hunt");
});

it.each(["/fairness?sort=low", "/fairness#odds"])("is silent when %s opens", async (address) => {
  const go = await open("/socials");
  await go("/fairness");
  await waitFor(() => expect(main()).toHaveFocus());
  const before = document.querySelector("[aria-live=polite] > *");
  const link = screen.getByRole("link", { name: "To fairness" });
  link.focus();
  await go(address);
  expect(link).toHaveFocus();
  expect(before).toBeInTheDocument();
});

it("leaves the focus in a dialog that stays open, and to the page after it", async () => {
  const go = await open("/");
  await userEvent.click(screen.getByRole("button", { name: "Ask" }));
  const dialog = await screen.findByRole("dialog");
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
  await go("/socials");
  await waitFor(() => expect(announced()).toBe("Socials"));
  expect(dialog).toContainElement(document.activeElement as HTMLElement);
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(main()).toHaveFocus());
});

it("a page that the slide-out menu opened has the focus, not the menu's button", async () => {
  await open("/");
  await userEvent.click(screen.getByRole("button", { name: "All pages" }));
  const menu = await screen.findByRole("dialog", { name: "Menu" });
  await userEvent.click(await screen.findByRole("link", { name: "Socials" }));
  await heading("/socials");
  await waitFor(() => expect(menu).not.toBeInTheDocument());
  await waitFor(() => expect(main()).toHaveFocus());
});

it("a page that a menu of the top bar opened has the focus, not the menu's button", async () => {
  await open("/");
  await userEvent.click(screen.getByRole("button", { name: "Member" }));
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await heading("/fairness");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  await waitFor(() => expect(main()).toHaveFocus());
});
