// Finds texts that a person reads and that stand in the code instead of a catalogue.
//
// A catalogue is a module `texts/en.ts` (or `texts/<part>.en.tsx`) of the folder that shows its texts. Folders
// with a catalogue, and all below them up to the next catalogue, must have no other texts; folders without one
// are counted with `--all`.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseAst } from "vite";

/** Attributes that hold no text for people. */
const CODE_ATTRIBUTE =
  /([cC]lass|[nN]ame|[uU]nits?|amount)$|^(className|class|to|href|id|key|type|name|role|d|viewBox|src|transform|fill|stroke|style|autoComplete|variant|size|inputMode|rel|target|pattern|from|on|event|tone|side|align|as|kind|htmlFor|preserveAspectRatio|fontFamily|media|points|accept|method|aria-(live|hidden|current|controls|describedby|labelledby|haspopup|orientation|sort))$/;
const CATALOGUE = /(^|\/)texts\/([\w-]+\.)?[a-z]{2}\.tsx?$/;
/** The kit shows samples to developers. */
const NOT_PAGES = /\.test\.|\/testing\/|(^|\/)test-|\.d\.ts$|^src\/ui\/kit\//;

const all = process.argv.includes("--all");
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "src"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => /\.tsx?$/.test(path) && !NOT_PAGES.test(path) && existsSync(path));
const withCatalogue = new Set(
  files.filter((path) => CATALOGUE.test(path)).map((path) => dirname(dirname(path))),
);

/** Names of properties and variables that hold a text even when it is a single word. */
const TEXT_NAME =
  /(label|title|text|header|heading|term|caption|hint|description|message|placeholder|word|note|eyebrow)s?$/i;

/** Whether a string is meant for people: "Your last rolls", "3 entries left." */
function isSentence(text) {
  return (
    /^[A-Z][A-Za-z’']* [\w’'{]/.test(text) ||
    (/[a-z’',] [a-z]/i.test(text) && /[.…?!]$/.test(text)) ||
    /^[A-Z][a-z’']+[….:!?,]$/.test(text)
  );
}

/** Names of settings and variables are written in the font of code. */
function isCode({ openingElement, children }) {
  return (
    children.every(({ type }) => type === "JSXText") &&
    openingElement.attributes.some(
      ({ name, value }) => name?.name === "className" && String(value?.value).includes("font-mono"),
    )
  );
}

/** A single word, which may also be a value of the wire or a key. */
const isWord = (text) => /^[A-Z][a-z’']+$/.test(text);

function textsOf(path) {
  const source = readFileSync(path, "utf8");
  const found = [];
  const add = (node, text) =>
    found.push({
      line: source.slice(0, node.start).split("\n").length,
      text: text.trim().replace(/\s+/g, " "),
    });

  const visitAttribute = (node) => {
    if (CODE_ATTRIBUTE.test(node.name.name ?? "")) return;
    if (node.value?.type === "Literal") {
      if (/[A-Z].*[a-z]|[a-z] [a-z]/.test(node.value.value)) add(node, node.value.value);
    } else if (node.value) visit(node.value, true);
  };

  const visitText = (node, isShown) => {
    if (node.type === "JSXText") {
      if (/[A-Za-z]{2}/.test(node.value)) add(node, node.value);
    } else if (node.type === "TemplateLiteral") {
      const text = node.quasis
        .map((part) => part.value.cooked)
        .join("{}")
        .trim();
      if (
        !text.startsWith("Bearer ") &&
        (isSentence(text) || /(^|\s)[a-z]{3,} \{\}|\{\} [a-z]{3,}(\s|$)/.test(text))
      )
        add(node, text);
    } else if (typeof node.value === "string") {
      const text = node.value.trim();
      if (/[a-z]/.test(text) && (isSentence(text) || (isShown && isWord(text)))) add(node, text);
    }
  };

  const visitChildren = (node, isShown) => {
    for (const [key, child] of Object.entries(node)) {
      if (node.type === "SwitchCase" && key === "test") continue;
      for (const one of Array.isArray(child) ? child : [child])
        if (typeof one?.type === "string") visit(one, isShown);
    }
  };

  const visit = (node, isShown) => {
    if (node.type === "ImportDeclaration" || node.type === "ImportExpression") return;
    // Types are no texts, but what stands before "as" may be.
    if (node.type.startsWith("TS") && node.expression === undefined) return;
    if (node.type === "NewExpression" && (node.callee.name ?? "").endsWith("Error")) return;
    // A comparison compares values.
    if (node.type === "BinaryExpression" && /^[=!]==$/.test(node.operator)) return;
    if (node.type === "JSXElement" && isCode(node)) return;
    if (node.type === "JSXAttribute") {
      visitAttribute(node);
      return;
    }
    if (node.type === "JSXText" || node.type === "TemplateLiteral" || node.type === "Literal")
      visitText(node, isShown);
    if (node.type === "Property" && node.key.name === "headers") return;
    if (node.type === "Property" || node.type === "VariableDeclarator") {
      const name = (node.key ?? node.id).name ?? "";
      // The build reads a game's name from its manifest.
      if (name === "name" && path.endsWith("/game.ts")) return;
      // A value of the wire.
      if (name.toLowerCase() === "category") return;
      visitChildren(node, TEXT_NAME.test(name));
      return;
    }
    const keeps = /^(ConditionalExpression|LogicalExpression|ParenthesizedExpression)$/;
    visitChildren(
      node,
      node.type === "JSXExpressionContainer" || (isShown && keeps.test(node.type)),
    );
  };
  visit(parseAst(source, { lang: path.endsWith("x") ? "tsx" : "ts" }), false);
  return found;
}

function hasCatalogue(path) {
  for (let folder = dirname(path); folder !== "src" && folder !== "."; folder = dirname(folder))
    if (withCatalogue.has(folder)) return true;
  return false;
}

let count = 0;
for (const path of files) {
  if (CATALOGUE.test(path) || !(all || hasCatalogue(path))) continue;
  for (const { line, text } of textsOf(path)) {
    count += 1;
    console.log(`${path}:${line}: ${text}`);
  }
}
if (count > 0 && !all) {
  console.error(`${count} texts stand in the code; they belong in the texts/ of their folder.`);
  process.exit(1);
}
