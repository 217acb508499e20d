import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "vite";
import { expect, it } from "vitest";
import { readPages } from "../tools/build/page-list";

const src = dirname(fileURLToPath(import.meta.url));
const catalogues = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) =>
  /(^|\/)texts\/([\w-]+\.)?en\.tsx?$/.test(path),
);

/** Texts in which the word means something else. */
const otherMeanings = [
  // The name of a column in a file.
  "The first row names the columns: “points”, and a Kick ID, a casino name or an email.",
  "One of these actions is not possible at that point",
  "Point at or tap a bucket to see its chance",
];
/** A call that a text belongs to, as "POST /api/admin/points/import": no page shows it. */
const callName = /^[A-Z]+ \/api\//;
const literalName = /\bpoints?\b/i;

type Node = { type: string; value?: unknown } & Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** Texts of a module: strings, fixed parts of templates, and text of elements. */
function textsIn(node: Node): string[] {
  if (node.type.startsWith("Import") || /^TS.*Type/.test(node.type)) return [];
  if (node.type === "TemplateElement" || node.type === "JSXText" || node.type === "Literal") {
    const value = isTemplatePart(node.value) ? node.value.cooked : node.value;
    return typeof value === "string" ? [value.replaceAll(/\s+/g, " ").trim()] : [];
  }
  return Object.entries(node)
    .filter(([key]) => !(node.type === "Property" && key === "key"))
    .flatMap(([, child]) => (Array.isArray(child) ? child : [child]))
    .filter(isNode)
    .flatMap(textsIn);
}

const isTemplatePart = (value: unknown): value is { cooked: string } =>
  typeof value === "object" && value !== null && "cooked" in value;

function literalNamesIn(path: string, source: string): string[] {
  const program = parseAst(source, { lang: path.endsWith("x") ? "tsx" : "ts" });
  return textsIn(program as unknown as Node).filter(
    (text) =>
      literalName.test(text) &&
      !callName.test(text) &&
      !otherMeanings.some((other) => text.startsWith(other)),
  );
}

it("finds the catalogues", () => {
  expect(catalogues.length).toBeGreaterThan(50);
});

it.each(catalogues)("%s has the site's name for points, not the word", (path) => {
  expect(literalNamesIn(path, readFileSync(join(src, path), "utf8"))).toEqual([]);
});

it("finds the word in strings, templates and elements", () => {
  const code =
    "const a = `${1} points`; const b = <p>Your{' '}\nPoints are</p>; const c = { point: 'a point' };";
  expect(literalNamesIn("sample.tsx", code)).toEqual(["points", "Points are", "a point"]);
});

it("is in no title and no description of a page either", () => {
  const texts = readPages().flatMap(({ title, description }) => [title, description]);
  const withoutPlaceholders = texts.map((text) => text.replaceAll(/\{\w+\}/g, ""));
  expect(withoutPlaceholders.filter((text) => literalName.test(text))).toEqual([]);
});
