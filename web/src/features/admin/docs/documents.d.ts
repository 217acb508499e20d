/** The documents of `docs/` as the build makes them (`tools/build/docs/plugin.ts`). */
declare module "virtual:docs" {
  import type { Document } from "@/features/admin/docs/document";

  export const menu: readonly {
    title: string;
    items: readonly { name: string; title: string }[];
  }[];
  export const loaders: Readonly<Record<string, () => Promise<{ page: Document }>>>;
}
