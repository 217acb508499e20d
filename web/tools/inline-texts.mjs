// Finds texts that a person reads and that stand in the code instead of a catalogue.
//
// A catalogue is a module `texts/en.ts` (or `texts/<part>.en.tsx`) of the folder that shows its texts. Folders
// with a catalogue, and all below them up to the next catalogue, must have no other texts; folders without one
// are counted with `--all`.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { parseAst } from "vite";

/** Attributes that hold a text even when it is a single word without a capital. */
const TEXT_ATTRIBUTE =
  /^(title|alt|placeholder|label|aria-(label|valuetext|description|roledescription|placeholder))$|(label|title|text|hint|lead|heading|header|caption|term|note|noun|what|description|message|placeholder)$/i;
/** Attributes that hold no text for people. */
const CODE_ATTRIBUTE =
  /([cC]lass|[uU]nits?|amount)$|^(className|class|to|href|id|key|type|role|d|viewBox|src|transform|fill|stroke|style|autoComplete|variant|size|inputMode|rel|target|pattern|from|on|event|tone|side|align|as|kind|htmlFor|preserveAspectRatio|fontFamily|media|points|accept|method|aria-(live|hidden|current|controls|describedby|labelledby|haspopup|orientation|sort))$/;
const CATALOGUE = /(^|\/)texts\/([\w-]+\.)?[a-z]{2}\.tsx?$/;
/** The kit shows samples to developers. */
const NOT_PAGES = /\.test\.|\/testing\/|(^|\/)test-|\.d\.ts$|^src\/ui\/kit\//;

/** Names of properties that hold a text even when it is a single word without a capital. */
const TEXT_NAME =
  /^(label|title|text|header|heading|term|caption|hint|description|message|placeholder|note|eyebrow|about|said)$/;

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

/** Calls whose strings are classes, names of events and the like. */
const CODE_CALL =
  /^(cx|buttonClass|stored|getElementById|.*\.(querySelector(All)?|matchMedia|addEventListener|removeEventListener|getContext|closest|matches))$/;
/** Names of variables and properties that hold classes and the like. */
const CODE_NAME =
  /(class|classes|look|looks|example|classNames|fieldsOf|font|query|media|transition|animation|shadow|easing)$/i;

/** Keys of the keyboard, headers, values of the wire and proper names that look like words. */
const WIRE_WORDS =
  /^((NICE|GREAT|BIG|MEGA) WIN|Refusal|Enter|Escape|Delete|Home|End|Space|Arrow\w+|Page\w+|Accept|Authorization|Date|Easy|Medium|Hard|Extreme|Sample|Running|Provisional|Final|Archivo|Pointhouse|Kick|Rainbet)$/;

/** A single word with a capital. */
const isWord = (text) => /^[A-Z][a-z’']+$/.test(text);

/** Letters that are neither an address nor the name of a section of settings. */
const hasLetters = (text) => /[A-Za-z]{2}/.test(text) && !/^(https?:|\[)/.test(text);

/** Two words with a space, and nothing that only code has: "a deleted member", but not "flex text-sm". */
const isPhrase = (text) =>
  /(^|\s)[A-Za-z’']{2,} ([A-Za-z’']{2,}|\{\})/.test(text) &&
  !/[[\]=:/#@_<>|]|\w-\w|\d\.\d/.test(text);

/** What stands for a value and for its text alike. */
const PASSES_ON =
  /^(ConditionalExpression|LogicalExpression|ParenthesizedExpression|TSAsExpression)$/;

/** The texts in a module, with their lines. */
export function textsOf(path, source) {
  const program = parseAst(source, { lang: path.endsWith("x") ? "tsx" : "ts" });
  const found = new Map();
  const add = (node, text) =>
    found.set(node.start, {
      line: source.slice(0, node.start).split("\n").length,
      text: text.trim().replace(/\s+/g, " "),
    });
  const shown = shownNames(program);

  const visitAttribute = (node) => {
    const name = node.name.name ?? "";
    if (CODE_ATTRIBUTE.test(name)) return;
    if (node.value?.type !== "Literal") {
      if (node.value) visit(node.value, TEXT_ATTRIBUTE.test(name) ? "text" : "value");
    } else if (
      TEXT_ATTRIBUTE.test(name)
        ? hasLetters(node.value.value)
        : /^[A-Z].*[a-z]|[a-z] [a-z]/.test(node.value.value)
    )
      add(node, node.value.value);
  };

  /**
   * `as`: "text" where any letters are shown to people, "value" where a single word is a value of an attribute,
   * else null.
   */
  const visitText = (node, as) => {
    if (node.type === "JSXText") {
      // An "x" behind a number is a sign.
      if (/[A-Za-z]/.test(node.value) && node.value.trim() !== "x") add(node, node.value);
    } else if (node.type === "TemplateLiteral") {
      const text = node.quasis
        .map((part) => part.value.cooked)
        .join("{}")
        .trim();
      if (text.startsWith("Bearer ")) return;
      if (
        isSentence(text) ||
        isPhrase(text) ||
        (as === "text" && /[A-WYZa-wyz]/.test(text) && !text.startsWith("["))
      )
        add(node, text);
    } else if (typeof node.value === "string") {
      const text = node.value.trim();
      if (WIRE_WORDS.test(text)) return;
      if (
        as === "text"
          ? hasLetters(text)
          : isSentence(text) || isPhrase(text) || (as !== "value" && isWord(text))
      )
        add(node, text);
    }
  };

  const visitChildren = (node, as) => {
    for (const [key, child] of Object.entries(node)) {
      if (node.type === "SwitchCase" && key === "test") continue;
      if (node.type === "Property" && key === "key") continue;
      // What decides between texts is not shown.
      const isTest = key === "test" || (node.type === "LogicalExpression" && key === "left");
      for (const one of Array.isArray(child) ? child : [child])
        if (typeof one?.type === "string") visit(one, isTest ? null : as);
    }
  };

  const visit = (node, as) => {
    if (node.type === "ImportDeclaration" || node.type === "ImportExpression") return;
    // Types are no texts, but what stands before "as" may be.
    if (node.type.startsWith("TS") && node.expression === undefined) return;
    if (node.type === "NewExpression" && (node.callee.name ?? "").endsWith("Error")) return;
    // A comparison compares values.
    if (node.type === "BinaryExpression" && /^[=!]==$/.test(node.operator)) return;
    if (
      node.type === "CallExpression" &&
      CODE_CALL.test(source.slice(node.callee.start, node.callee.end))
    )
      return;
    // The first arguments are the name of an element and its class.
    if (node.type === "CallExpression" && node.callee.name === "el") {
      for (const argument of node.arguments.slice(2)) visit(argument, "text");
      return;
    }
    // The forms of a word.
    if (
      node.type === "CallExpression" &&
      /^(plural|formatCount)$/.test(node.callee.name) &&
      !path.startsWith("src/ui/format/")
    ) {
      for (const argument of node.arguments) visit(argument, "text");
      return;
    }
    if (node.type === "MemberExpression" && node.computed) {
      visit(node.object, null);
      return;
    }
    if (node.type === "JSXElement" && isCode(node)) return;
    if (node.type === "JSXAttribute") {
      visitAttribute(node);
      return;
    }
    if (node.type === "JSXText" || node.type === "TemplateLiteral" || node.type === "Literal")
      visitText(node, as);
    if (node.type === "Property" && node.key.name === "headers") return;
    if (node.type === "Property" || node.type === "VariableDeclarator") {
      const name = (node.key ?? node.id).name ?? "";
      // The build reads a game's name from its manifest.
      if (name === "name" && path.endsWith("/game.ts")) return;
      // A value of the wire.
      if (name.toLowerCase() === "category") return;
      if (CODE_NAME.test(name)) return;
      const record =
        node.type === "VariableDeclarator" && shown.has(name) ? recordOf(node.init) : null;
      if (record !== null) {
        for (const { value } of record.properties) if (value) visit(value, "text");
        return;
      }
      const isShown = node.type === "Property" ? TEXT_NAME.test(name) : shown.has(name);
      const isFunction = /Function/.test((node.value ?? node.init)?.type ?? "");
      visitChildren(node, isShown && !isFunction ? "text" : null);
      return;
    }
    const isChild = node.type === "JSXExpressionContainer" && as === null;
    const keeps =
      PASSES_ON.test(node.type) ||
      node.type === "JSXExpressionContainer" ||
      (node.type === "BinaryExpression" && node.operator === "+");
    visitChildren(node, isChild ? "text" : keeps ? as : null);
  };
  visit(program, null);
  return [...found.values()];
}

/** The record of a variable, also before "as const" and "satisfies"; null for any other value. */
function recordOf(value) {
  if (value?.type === "ObjectExpression") return value;
  return value?.type.startsWith("TS") && value.expression ? recordOf(value.expression) : null;
}

/** Names of variables that are children of an element: `{state}`, `{isBusy ? state : other}`. */
function shownNames(program) {
  const names = new Set();
  const collect = (node) => {
    if (node.type === "Identifier") names.add(node.name);
    else if (node.type === "ConditionalExpression")
      [node.consequent, node.alternate].forEach(collect);
    else if (node.type === "LogicalExpression") collect(node.right);
    // `{said[state]}`: any of its values may be shown.
    else if (node.type === "MemberExpression" && node.computed) collect(node.object);
  };
  const visit = (node, parent) => {
    if (node.type === "JSXExpressionContainer" && parent?.type !== "JSXAttribute")
      collect(node.expression);
    for (const child of Object.values(node))
      for (const one of Array.isArray(child) ? child : [child])
        if (typeof one?.type === "string") visit(one, node);
  };
  visit(program, null);
  return names;
}

function main() {
  const all = process.argv.includes("--all");
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "src"], {
    encoding: "utf8",
  })
    .split("\n")
    .filter((path) => /\.tsx?$/.test(path) && !NOT_PAGES.test(path) && existsSync(path));
  const withCatalogue = new Set(
    files.filter((path) => CATALOGUE.test(path)).map((path) => dirname(dirname(path))),
  );
  const hasCatalogue = (path) => {
    for (let folder = dirname(path); folder !== "src" && folder !== "."; folder = dirname(folder))
      if (withCatalogue.has(folder)) return true;
    return false;
  };
  let count = 0;
  for (const path of files) {
    if (CATALOGUE.test(path) || !(all || hasCatalogue(path))) continue;
    for (const { line, text } of textsOf(path, readFileSync(path, "utf8"))) {
      count += 1;
      console.log(`${path}:${line}: ${text}`);
    }
  }
  if (count > 0 && !all) {
    console.error(`${count} texts stand in the code; they belong in the texts/ of their folder.`);
    process.exitCode = 1;
  }
}

if (import.meta.filename === realpathSync(process.argv[1])) main();
