import MarkdownIt from "markdown-it";

export type MenuGroup = { title: string; names: string[] };

/**
 * The order of the menu: the headings of the index and the documents that it links below each. Documents
 * that it leaves out follow at the end of the first group.
 */
export function menuOf(index: string, names: readonly string[]): MenuGroup[] {
  const groups: MenuGroup[] = [];
  const tokens = new MarkdownIt({ html: false }).parse(index, {});
  tokens.forEach((token, at) => {
    if (token.type === "heading_open" && token.tag === "h2")
      groups.push({ title: tokens[at + 1]?.content ?? "", names: [] });
    for (const child of token.children ?? []) {
      const name = /^([\w-]+)\.md$/.exec(String(child.attrGet("href") ?? ""))?.[1];
      if (name !== undefined && names.includes(name)) groups.at(-1)?.names.push(name);
    }
  });
  const listed = new Set(groups.flatMap((group) => group.names));
  groups[0]?.names.push(...names.filter((name) => !listed.has(name)));
  return groups.filter((group) => group.names.length > 0);
}
