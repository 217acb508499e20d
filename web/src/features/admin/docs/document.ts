/** A piece of a document: markup, or a block of code, which gets a button of its own. */
export type Part = { html: string } | { code: string };
export type Heading = { id: string; level: number; text: string };
export type Document = { title: string; headings: readonly Heading[]; parts: readonly Part[] };
