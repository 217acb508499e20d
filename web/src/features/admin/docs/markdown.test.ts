import { expect, it } from "vitest";
import { renderDocument } from "../../../../tools/build/docs/markdown";
import { menuOf } from "../../../../tools/build/docs/menu";
import { readDocument, readMenu } from "../../../../tools/build/docs/plugin";

const html = (source: string) =>
  renderDocument(source, new Set(["chat"]))
    .parts.map((part) => ("html" in part ? part.html : `CODE ${part.code}`))
    .join("");

it("shows tags as text, and follows no link that runs a script", () => {
  expect(html("a <script>alert(1)</script> b")).toContain("&lt;script&gt;");
  expect(html("<img src=x onerror=alert(1)>")).not.toContain("<img");
  expect(html("[x](javascript:alert(1))")).not.toContain("href");
});

it("leads links to the pages of documents, and leaves other files as text", () => {
  expect(html("[x](chat.md#a-b)")).toContain('<a href="/docs/chat#a-b">x</a>');
  expect(html("[x](README.md)")).toContain('<a href="/docs">x</a>');
  expect(html("[x](#here)")).toContain('<a href="#here">x</a>');
  expect(html("[x](../config.toml) [y](gone.md)")).toBe("<p>x y</p>\n");
});

it("gives headings an address, and takes out title and code", () => {
  const page = renderDocument("# T\n\n## A `b` c\n\n```sh\nrun\n```\n\n## A b c\n", new Set());
  expect(page.title).toBe("T");
  expect(page.headings.map(({ id }) => id)).toEqual(["a-b-c", "a-b-c-1"]);
  expect(page.parts).toContainEqual({ code: "run" });
});

it("lists documents in the order of the index, and those that it leaves out after its first group", () => {
  const index = "# D\n\n## One\n\n- [B](b.md): x\n\n## Two\n\n- [A](a.md)\n";
  expect(menuOf(index, ["a", "b", "new"])).toEqual([
    { title: "One", names: ["b", "new"] },
    { title: "Two", names: ["a"] },
  ]);
});

it("has a page with a title for every document, and every call in the reference", () => {
  const items = readMenu().flatMap((group) => group.items);
  expect(items.length).toBeGreaterThan(15);
  for (const { name, title } of items) expect(title, name).not.toBe("");
  const calls = readDocument("api-reference").headings.filter(({ level }) => level === 3);
  expect(calls.map(({ text }) => text)).toContain("POST /api/auth/login");
});
