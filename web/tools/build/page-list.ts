import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Plugin, type Rolldown, runnerImport } from "vite";
import type { documentHeads } from "../../src/app/document-heads.tsx";
import { criticalStyles } from "./critical-styles.ts";

type Page = { path: string; title: string; description: string; module: string; with?: string[] };
type Heads = ReturnType<typeof documentHeads>;

const src = resolve(import.meta.dirname, "../../src");

/**
 * Writes down for the server what it puts into the document of each path: title, description (with "{site}",
 * "{points}" and the like in place of the site's names), the head of the page, and the files of the page, which would otherwise be
 * asked for one round trip later. `src/app/pages.json` lists the pages; games follow from their manifests.
 */
export function pageList(): Plugin {
  return {
    name: "page-list",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const pages = readPages();
        const heads = await drawHeads(pages);
        const list = pages.map(({ path, title, description, ...files }) => ({
          path,
          title,
          description,
          heads: heads.get(path) ?? [],
          preload: filesOf(bundle, [files.module, ...(files.with ?? [])]),
        }));
        const source = JSON.stringify(list);
        this.emitFile({ type: "asset", fileName: ".vite/pages.json", source });
        styleDocument(bundle, heads);
      },
    },
  };
}

/** The heads of the pages, drawn by their own components. */
async function drawHeads(pages: readonly Page[]): Promise<Heads> {
  const { module } = await runnerImport<{ documentHeads: typeof documentHeads }>(
    join(src, "app/document-heads.tsx"),
    { configFile: false, root: resolve(src, ".."), resolve: { tsconfigPaths: true } },
  );
  return module.documentHeads(
    pages.filter(({ module: file }) => file.startsWith("features/games/")),
  );
}

/**
 * Puts the styles of the frame into the document and the link to the whole sheet below the frame: browsers
 * paint what stands before it, and run the scripts after it.
 */
function styleDocument(bundle: Rolldown.OutputBundle, heads: Heads): void {
  const page = bundle["index.html"];
  if (page?.type !== "asset") throw new Error("The build has no index.html.");
  const template = String(page.source);
  const [link, href] = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/.exec(template) ?? [];
  const sheet = href === undefined ? undefined : bundle[href];
  if (link === undefined || sheet?.type !== "asset")
    throw new Error("index.html links no style sheet.");
  const drawn = [...heads.values()].flat().map(({ html }) => html);
  const styles = criticalStyles(String(sheet.source), template + drawn.join(""));
  page.source = template
    .replace(link, () => `<style>${styles}</style>`)
    // What is painted first is fetched first: the sheet and the fonts.
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replace("<!--sheet-->", () => link);
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
    description: `Play ${name} with your {points} on {site}. Every round can be checked.`,
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
