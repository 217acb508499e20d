import { createRoute, lazyRouteComponent, Navigate } from "@tanstack/react-router";
import { requireAdmin } from "./guards";
import { root } from "./root";

/** The panel's frame: without the site's bars, and loaded only when somebody opens the panel. */
const frame = createRoute({
  getParentRoute: () => root,
  path: "/admin",
  component: lazyRouteComponent(() => import("@/features/admin/shell/AdminFrame"), "AdminFrame"),
});

type OverviewSearch = { tab?: "approvals"; section?: "accounts" };

const LazyOverview = lazyRouteComponent(
  () => import("@/features/admin/shell/OverviewPage"),
  "OverviewPage",
);

/** The password gate, and behind it the overview; old links ask it for the accounts. */
const overview = createRoute({
  getParentRoute: () => frame,
  path: "/",
  staticData: { title: "Admin" },
  validateSearch: ({ tab, section }: Record<string, unknown>): OverviewSearch => ({
    ...(tab === "approvals" && { tab }),
    ...(section === "accounts" && { section }),
  }),
  component: function OverviewRoute() {
    const { tab, section }: OverviewSearch = overview.useSearch();
    if (tab !== undefined || section !== undefined)
      return <Navigate to="/admin/accounts" replace />;
    return <LazyOverview />;
  },
});

const approvals = createRoute({
  getParentRoute: () => frame,
  path: "/gaming-approvals",
  staticData: { title: "Gaming Approvals · Admin" },
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(
    () => import("@/features/admin/approvals/ApprovalsPage"),
    "ApprovalsPage",
  ),
});

const LazyMaintenance = lazyRouteComponent(
  () => import("@/features/admin/maintenance/GameMaintenancePage"),
  "GameMaintenancePage",
);

const maintenance = createRoute({
  getParentRoute: () => frame,
  path: "/game-maintenance",
  staticData: { title: "Game Maintenance · Admin" },
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: "bets" } =>
    tab === "bets" ? { tab } : {},
  beforeLoad: requireAdmin,
  component: function MaintenanceRoute() {
    const { tab }: { tab?: "bets" } = maintenance.useSearch();
    return <LazyMaintenance tab={tab ?? "games"} />;
  },
});

/** What is searched for; digits in an address are read as a number. */
function textSearch({ q }: Record<string, unknown>): { q?: string } {
  const isText = typeof q === "string" || typeof q === "number" || typeof q === "boolean";
  return isText && q !== "" ? { q: String(q) } : {};
}

/** Which page of a list; the first one goes without saying. */
function pageSearch({ page }: Record<string, unknown>): { page?: number } {
  const number = Number(page);
  return Number.isSafeInteger(number) && number > 1 ? { page: number } : {};
}

type AccountsAddress = {
  q?: string;
  page?: number;
  sort?: "oldest" | "username" | "points" | "fewest-points";
};

function accountOrder({ sort }: Record<string, unknown>): Pick<AccountsAddress, "sort"> {
  return sort === "oldest" || sort === "username" || sort === "points" || sort === "fewest-points"
    ? { sort }
    : {};
}

const LazyAccounts = lazyRouteComponent(
  () => import("@/features/admin/accounts/AccountsPage"),
  "AccountsPage",
);

const accounts = createRoute({
  getParentRoute: () => frame,
  path: "/accounts",
  staticData: { title: "Accounts · Admin" },
  validateSearch: (search: Record<string, unknown>): AccountsAddress => ({
    ...textSearch(search),
    ...pageSearch(search),
    ...accountOrder(search),
  }),
  beforeLoad: requireAdmin,
  component: function AccountsRoute() {
    const { q = "", page = 1, sort }: AccountsAddress = accounts.useSearch();
    const navigate = accounts.useNavigate();
    return (
      <LazyAccounts
        search={{ q, page, sort: sort ?? "newest" }}
        onSearch={(next) => {
          const isPage = next.page !== page && next.q === q;
          void navigate({
            search: {
              ...textSearch(next),
              ...pageSearch(next),
              ...accountOrder(next),
            },
            // The way back leads through pages, not through every letter typed.
            replace: !isPage,
            resetScroll: isPage,
          });
        }}
      />
    );
  },
});

type AuditAddress = { q?: string; page?: number };

const LazyAudit = lazyRouteComponent(() => import("@/features/admin/audit/AuditPage"), "AuditPage");

const audit = createRoute({
  getParentRoute: () => frame,
  path: "/audit",
  staticData: { title: "Audit · Admin" },
  validateSearch: (search: Record<string, unknown>): AuditAddress => ({
    ...textSearch(search),
    ...pageSearch(search),
  }),
  beforeLoad: requireAdmin,
  component: function AuditRoute() {
    const { q = "", page = 1 }: AuditAddress = audit.useSearch();
    const navigate = audit.useNavigate();
    return (
      <LazyAudit
        search={{ q, page }}
        onSearch={(next) => {
          const isPage = next.page !== page && next.q === q;
          const search = { ...textSearch(next), ...pageSearch(next) };
          void navigate({ search, replace: !isPage, resetScroll: isPage });
        }}
      />
    );
  },
});

/** A page of the panel that is not part of this release yet; it says so. */
function notOpen<const Path extends string>(path: Path, title: string) {
  return createRoute({
    getParentRoute: () => frame,
    path,
    staticData: { title: `${title} · Admin` },
    beforeLoad: requireAdmin,
    component: lazyRouteComponent(
      () => import("@/features/admin/shell/NotOpenPage"),
      "AdminNotOpenPage",
    ),
  });
}

/** Any other address below /admin. */
const unknown = createRoute({
  getParentRoute: () => frame,
  path: "/$",
  staticData: { title: "Page not found · Admin" },
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(
    () => import("@/features/admin/shell/UnknownPage"),
    "AdminUnknownPage",
  ),
});

export const adminRoutes = frame.addChildren([
  overview,
  approvals,
  maintenance,
  accounts,
  audit,
  notOpen("/challenges", "Challenges"),
  notOpen("/bonus-hunts", "Bonus Hunts"),
  notOpen("/giveaways", "Giveaways"),
  notOpen("/points-shop", "Points Shop"),
  notOpen("/economy", "Economy"),
  notOpen("/health", "Health"),
  unknown,
]);
