import { expect, it } from "vitest";
import { criticalStyles } from "../tools/build/critical-styles";

const sheet = `
@layer theme, base;
@layer theme { :root { --used: 1px; --inner: 2px; --unused: 3px } }
@layer base { h1, table { margin: 0 } button:hover { color: red } a[href] { color: red } }
@keyframes spin { to { rotate: 1turn } }
@property --used { syntax: "*"; inherits: false }
@property --other { syntax: "*"; inherits: false }
.p-1 { padding: var(--used, var(--inner)) }
.max-w-\\[30rem\\] { max-width: 30rem }
.max-sm\\:\\*\\:flex-1 > * { flex: 1 }
.p-2 { padding: 2px }
.p-1:hover { padding: 3px }
@media (width >= 40rem) { .sm\\:p-3 { padding: 3px } .sm\\:p-4 { padding: 4px } }
@media print { .p-2 { padding: 0 } }
`;

it("keeps the rules that the elements of a document need", () => {
  const html = '<h1 class="p-1 max-w-[30rem]"><p class="max-sm:*:flex-1 sm:p-3">x</p></h1>';
  const styles = criticalStyles(sheet, html).replace(/\s+/g, " ").replaceAll("px}", "px }").trim();
  expect(styles).toBe(
    [
      "@layer theme, base;",
      "@layer theme { :root { --used: 1px; --inner: 2px } }",
      "@layer base { h1 { margin: 0 } }",
      '@property --used { syntax: "*"; inherits: false }',
      ".p-1 { padding: var(--used, var(--inner)) }",
      ".max-w-\\[30rem\\] { max-width: 30rem }",
      ".max-sm\\:\\*\\:flex-1 > * { flex: 1 }",
      "@media (width >= 40rem) { .sm\\:p-3 { padding: 3px } }",
    ].join(" "),
  );
});
