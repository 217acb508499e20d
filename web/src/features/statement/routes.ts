import { definePage } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";
import * as texts from "./texts/routes.en";

export const statementPage = definePage({
  path: "/statement",
  title: texts.statement,
  access: "member",
  // The first page is not in the address.
  validateSearch: (search): { page?: number } => {
    const page = Number(search.page);
    return Number.isSafeInteger(page) && page > 1 ? { page } : {};
  },
  Page: lazyPage(() => import("./StatementPage"), "StatementPage"),
  toProps: ({ search }) => ({ page: search.page ?? 1 }),
});
