import type { Plugin } from "vite";
import { parseAst } from "vite";

const CATALOGUE = /[\\/]texts[\\/]([\w-]+\.)?en\.tsx?$/;
const ACCENTS: Readonly<Record<string, string>> = {
  a: "á",
  e: "é",
  i: "í",
  o: "ó",
  u: "ú",
  y: "ý",
  A: "Á",
  E: "É",
  I: "Í",
  O: "Ó",
  U: "Ú",
};
/** How much longer than English other languages are. */
const LONGER = 0.4;
/** Commands, file names, settings and addresses stay as they are in every language. */
const NOT_WORDS = /[\d/\\_@{}<>]|[a-z]\.[a-z]|^!/i;

/**
 * Builds the site in a made-up language: English with accents and 40% longer. What is cut in it would be cut in
 * German or French, and what has no accents is not from a catalogue.
 */
export function pseudoLanguage(): Plugin {
  return {
    name: "pseudo-language",
    enforce: "pre",
    transform(code, id) {
      const path = id.replace(/\?.*$/, "");
      return CATALOGUE.test(path) ? translate(code, path) : null;
    },
  };
}

type Node = { type: string; start: number; end: number; [key: string]: unknown };

function translate(code: string, path: string): string {
  const spans: { start: number; end: number }[] = [];
  const visit = (node: Node): void => {
    // Types, names of modules and values that are compared are no texts.
    if (node.type.startsWith("TS") || node.type === "ImportDeclaration") return;
    if (node.type === "BinaryExpression" && /^[=!]==$/.test(String(node.operator))) return;
    if (node.type === "JSXAttribute") return;
    const isText =
      node.type === "JSXText" ||
      node.type === "TemplateElement" ||
      (node.type === "Literal" && typeof node.value === "string");
    if (isText) spans.push(node);
    for (const [key, child] of Object.entries(node)) {
      if (node.type === "Property" && key === "key") continue;
      if (node.type === "MemberExpression" && key === "property") continue;
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one);
    }
  };
  visit(parseAst(code, { lang: path.endsWith("x") ? "tsx" : "ts" }) as unknown as Node);
  let result = "";
  let at = 0;
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    result += code.slice(at, start) + lengthen(code.slice(start, end));
    at = end;
  }
  return result + code.slice(at);
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** A text as it stands in the code, with its quotes, entities and escapes. */
function lengthen(text: string): string {
  return text.replace(/&\w+;|\\.|[^\s&\\]+/g, (word) =>
    NOT_WORDS.test(word) || word.startsWith("&") || word.startsWith("\\") ? word : stretch(word),
  );
}

function stretch(word: string): string {
  const letters = word.match(/[A-Za-z]/g)?.length ?? 0;
  let more = letters < 2 ? 0 : Math.ceil(letters * LONGER);
  const stretched = word.replace(/[aeiouyAEIOU]/g, (letter) => {
    const accented = ACCENTS[letter] ?? letter;
    if (more === 0) return accented;
    more -= 1;
    return accented + accented.toLowerCase();
  });
  // Words with few vowels.
  return stretched.replace(/[a-z](?=[^a-z]*$)/i, (letter) => letter + letter.repeat(more));
}
