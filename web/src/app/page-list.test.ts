import { createMemoryHistory, createRouter } from "@tanstack/react-router";
import { expect, it } from "vitest";
import { testRouterOptions } from "@/test-router";
import { readPages } from "../../tools/build/page-list";
import { routeTree } from "./routes";

/** Addresses of the panel, its documents and its setup, of unknown pages and of the kit have no entry. */
const hasNoEntry = (path: string) => /^\/((admin|docs)(\/.*)?|setup|\$|kit)$/.test(path);

const byPath = (one: { path: string }, other: { path: string }) =>
  one.path.localeCompare(other.path);

it("lists every page of the site for the server, with the title of its route", () => {
  const { routesByPath } = createRouter({
    ...testRouterOptions,
    routeTree,
    history: createMemoryHistory(),
  });
  const routes = Object.values(routesByPath)
    .filter(({ fullPath }) => !hasNoEntry(fullPath))
    .map(({ fullPath, options }) => ({ path: fullPath, title: options.staticData?.title }));
  const listed = readPages().map(({ path, title }) => ({
    path,
    title: title.replaceAll("{Points}", "Points").replaceAll("{points}", "points"),
  }));
  expect(routes).toContainEqual({ path: "/points-shop", title: "Points Shop" });
  expect(listed.toSorted(byPath)).toEqual(routes.toSorted(byPath));
});
