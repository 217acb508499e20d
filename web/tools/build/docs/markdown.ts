import GithubSlugger from "github-slugger";
import MarkdownIt, { type Token } from "markdown-it";
import type { Document, Heading, Part } from "../../../src/features/admin/docs/document.ts";

/** Tags in a document are shown as the text that they are. */
const markdown = new MarkdownIt({ html: false });

/** Turns a document into markup. `known` has the names of the documents that have a page. */
export function renderDocument(source: string, known: ReadonlySet<string>): Document {
  const tokens = markdown.parse(source, {});
  const { title, headings } = addAnchors(tokens);
  for (const token of tokens)
    if (token.children) token.children = rewriteLinks(token.children, known);
  wrapTables(tokens);
  return { title, headings, parts: split(withoutTitle(tokens)) };
}

/** The text of a heading without its marks. */
const textOf = (inline: Token | undefined) =>
  (inline?.children ?? []).map(({ content }) => content).join("");

function addAnchors(tokens: readonly Token[]): Pick<Document, "title" | "headings"> {
  const slugger = new GithubSlugger();
  const headings: Heading[] = [];
  let title = "";
  tokens.forEach((token, at) => {
    if (token.type !== "heading_open") return;
    const inline = tokens[at + 1];
    const text = textOf(inline);
    const id = slugger.slug(text);
    if (token.tag === "h1") {
      title = text;
      return;
    }
    headings.push({ id, level: Number(token.tag.slice(1)), text });
    token.attrSet("id", id);
    // It takes the focus when a link leads to it, so that the keyboard goes on from there.
    token.attrSet("tabindex", "-1");
    if (inline?.children)
      inline.children = [
        ...link(`#${id}`, "open"),
        ...inline.children.filter(({ type }) => !type.startsWith("link_")),
        ...link("", "close"),
      ];
  });
  return { title, headings };
}

function link(href: string, end: "open" | "close"): readonly Token[] {
  const source = markdown.parseInline(`[x](${href || "#"})`, {})[0]?.children ?? [];
  return source.filter(({ type }) => type === `link_${end}`);
}

/** Links between documents lead to their pages; a file of the repository has none and stays text. */
function rewriteLinks(children: readonly Token[], known: ReadonlySet<string>): Token[] {
  const kept: Token[] = [];
  let isLeftOut = false;
  for (const token of children) {
    if (token.type === "link_open") {
      const address = pageAddress(String(token.attrGet("href")), known);
      isLeftOut = address === null;
      if (address !== null) token.attrSet("href", address);
    }
    if (!(isLeftOut && token.type.startsWith("link_"))) kept.push(token);
    if (token.type === "link_close") isLeftOut = false;
  }
  return kept;
}

/** Where a link of a document leads on the site; null for what has no page there. */
function pageAddress(href: string, known: ReadonlySet<string>): string | null {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [, name = "", anchor = ""] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (name === "README") return `/docs${anchor}`;
  return known.has(name) ? `/docs/${name}${anchor}` : null;
}

/** A wide table scrolls in a box of its own, also by keyboard. */
function wrapTables(tokens: readonly Token[]): void {
  let heading = "";
  for (const token of tokens) {
    if (token.type === "heading_open") heading = String(token.attrGet("id") ?? "");
    if (token.type === "table_open")
      token.meta = { label: heading === "" ? "" : ` aria-labelledby="${heading}"` };
  }
}

markdown.renderer.rules.table_open = (tokens, at) => {
  const meta: { label?: string } | null = tokens[at]?.meta ?? null;
  return `<div class="doc-table" role="group" tabindex="0"${meta?.label ?? ""}><table>`;
};
markdown.renderer.rules.table_close = () => "</table></div>";

/** The page shows the title in its own place. */
function withoutTitle(tokens: readonly Token[]): Token[] {
  const at = tokens.findIndex(({ type, tag }) => type === "heading_open" && tag === "h1");
  return at < 0 ? [...tokens] : [...tokens.slice(0, at), ...tokens.slice(at + 3)];
}

function split(tokens: readonly Token[]): Part[] {
  const parts: Part[] = [];
  let open: Token[] = [];
  const flush = () => {
    if (open.length > 0) parts.push({ html: markdown.renderer.render(open, markdown.options, {}) });
    open = [];
  };
  for (const token of tokens) {
    // Code inside a list stays in its place, without a button.
    if (token.level === 0 && (token.type === "fence" || token.type === "code_block")) {
      flush();
      parts.push({ code: token.content.replace(/\n$/, "") });
    } else open.push(token);
  }
  flush();
  return parts;
}
