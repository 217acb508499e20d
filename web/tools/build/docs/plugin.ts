import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import type { Document } from "../../../src/features/admin/docs/document.ts";
import { apiReference, type Description } from "./api-reference.ts";
import { renderDocument } from "./markdown.ts";
import { menuOf } from "./menu.ts";

const docs = resolve(import.meta.dirname, "../../../../docs");
const description = resolve(import.meta.dirname, "../../openapi/openapi.json");

/** Made from the description of the calls, not from a file of `docs/`. */
const REFERENCE = "api-reference";
const INDEX = "README";
const PREFIX = "virtual:docs";

/**
 * Turns the documents of `docs/` into modules: `virtual:docs` has the menu and loads the others, each a file of
 * its own that is fetched when its page is opened.
 */
export function documents(): Plugin {
  return {
    name: "documents",
    resolveId: (id) => (id === PREFIX || id.startsWith(`${PREFIX}/`) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      for (const name of [...fileNames(), INDEX]) this.addWatchFile(fileOf(name));
      const name = id.slice(PREFIX.length + 2);
      return name === ""
        ? menuModule()
        : `export const page = ${JSON.stringify(readDocument(name))};`;
    },
  };
}

const fileOf = (name: string) => join(docs, `${name}.md`);

/** The documents that are files, without the index. */
function fileNames(): string[] {
  const files = readdirSync(docs).filter((file) => file.endsWith(".md"));
  return files.map((file) => file.slice(0, -3)).filter((name) => name !== INDEX);
}

/** A document as its page shows it. */
export function readDocument(name: string): Document {
  const known = new Set([...fileNames(), REFERENCE]);
  const source =
    name === REFERENCE
      ? apiReference(JSON.parse(readFileSync(description, "utf8")) as Description)
      : readFileSync(fileOf(name), "utf8");
  return renderDocument(source, known);
}

/** The menu's groups: the API's reference follows its conventions. */
export function readMenu() {
  return menuOf(readFileSync(fileOf(INDEX), "utf8"), fileNames()).map(({ title, names }) => ({
    title,
    items: names
      .flatMap((name) => (name === "api" ? [name, REFERENCE] : [name]))
      .map((name) => ({ name, title: readDocument(name).title })),
  }));
}

function menuModule(): string {
  const menu = readMenu();
  const names = [INDEX, ...menu.flatMap(({ items }) => items.map(({ name }) => name))];
  const loaders = names.map((name) => `${JSON.stringify(name)}: () => import("${PREFIX}/${name}")`);
  return `export const menu = ${JSON.stringify(menu)};\nexport const loaders = { ${loaders.join(", ")} };`;
}
