import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin, Rolldown } from "vite";

type Page = { path: string; title: string; description: string; module: string; with?: string[] };

const src = resolve(import.meta.dirname, "../../src");

/**
 * Writes down for the server what it puts into the document of each path: title, description ("{site}"
 * stands for the site's name) and the files of the page, which would otherwise be asked for one round trip
 * later. `src/app/pages.json` lists the pages; games follow from their manifests.
 */
export function pageList(): Plugin {
  return {
    name: "page-list",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const list = readPages().map(({ path, title, description, ...files }) => ({
          path,
          title,
          description,
          preload: filesOf(bundle, [files.module, ...(files.with ?? [])]),
        }));
        const source = JSON.stringify(list);
        this.emitFile({ type: "asset", fileName: ".vite/pages.json", source });
      },
    },
  };
}

/** All pages with an address of their own. */
export function readPages(): Page[] {
  const listed = JSON.parse(readFileSync(join(src, "app/pages.json"), "utf8")) as Page[];
  const folder = join(src, "features/games");
  const games = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "common")
    .map(({ name }) => gamePage(name, readFileSync(join(folder, name, "game.ts"), "utf8")));
  return [...listed, ...games];
}

function gamePage(folder: string, manifest: string): Page {
  const [name, path, page] = [
    / name: "([^"]+)"/,
    / path: "([^"]+)"/,
    /import\("\.\/(\w+Page)"\)/,
  ].map((field) => field.exec(manifest)?.[1]);
  if (name === undefined || path === undefined || page === undefined)
    throw new Error(`${folder}/game.ts does not say name, path and page in the usual way.`);
  return {
    path,
    title: name,
    description: `Play ${name} with your points on {site}. Every round can be checked.`,
    module: `features/games/${folder}/${page}.tsx`,
  };
}

/** The scripts of modules and of all that these import. */
function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const files = new Set<string>();
  const open = modules.map((module) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(src, module)));
    if (chunk === undefined) throw new Error(`No file of the build has ${module}.`);
    return chunk.fileName;
  });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (files.has(next)) continue;
    files.add(next);
    open.push(...(chunks.find(({ fileName }) => fileName === next)?.imports ?? []));
  }
  return [...files].map((file) => `/${file}`);
}
