import type { Plugin } from "vite";
import { leaveOutParts } from "./react-parts.ts";

/**
 * Parts of libraries that this site never uses, but that their other parts import. Each is replaced by the
 * least that its importers need.
 */
const PARTS: Readonly<Record<string, string>> = {
  // The server speaks WebSocket and polling (`src/wire/live-connection.ts`).
  "engine.io-client/build/esm/transports/webtransport.js": "export const WT = undefined;",
  // No query is infinite: lists load further pages with a query for each.
  "@tanstack/query-core/build/modern/infiniteQueryBehavior.js": `
    export const infiniteQueryBehavior = undefined;
    export const hasNextPage = undefined;
    export const hasPreviousPage = undefined;`,
  // Changes are submitted with `src/data/use-submit.ts`, so there are no mutations.
  "@tanstack/query-core/build/modern/mutationCache.js": `
    export class MutationCache {
      async resumePausedMutations() {}
      clear() {}
    }`,
  // `src/app/router-options.ts` reads and writes the search parameters.
  "@tanstack/router-core/dist/esm/searchParams.js": `
    export const defaultParseSearch = undefined;
    export const defaultStringifySearch = undefined;
    export const parseSearchWith = undefined;
    export const stringifySearchWith = undefined;`,
};

const RENDERER = "react-dom/cjs/react-dom-client.production.js";

/** Replaces the unused parts in the build. It fails when a library no longer has one of them. */
export function unusedParts(): Plugin {
  const missing = new Set([...Object.keys(PARTS), RENDERER]);
  return {
    name: "unused-parts",
    apply: "build",
    load(id) {
      const path = id.replaceAll("\\", "/");
      const part = Object.keys(PARTS).find((end) => path.endsWith(`node_modules/${end}`));
      if (part === undefined) return null;
      missing.delete(part);
      return PARTS[part] ?? null;
    },
    transform(code, id) {
      if (!id.replaceAll("\\", "/").endsWith(`node_modules/${RENDERER}`)) return null;
      missing.delete(RENDERER);
      return { code: leaveOutParts(code), map: null };
    },
    buildEnd(error) {
      if (error === undefined && missing.size > 0)
        throw new Error(`The build does not load ${[...missing].join(", ")}.`);
    },
  };
}
