import { definePage } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";

export const statementPage = definePage({
  path: "/statement",
  title: "Statement",
  access: "member",
  // The first page is not in the address.
  validateSearch: (search): { page?: number } => {
    const page = Number(search.page);
    return Number.isSafeInteger(page) && page > 1 ? { page } : {};
  },
  Page: lazyPage(() => import("./StatementPage"), "StatementPage"),
  toProps: ({ search }) => ({ page: search.page ?? 1 }),
});
