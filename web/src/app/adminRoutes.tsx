import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requireAdmin } from "./guards";
import { root } from "./root";

/** What may stand in an address of the panel; the page it leads to makes sense of it. */
type PanelSearch = {
  q?: string;
  page?: number;
  sort?: string;
  tab?: string;
  section?: string;
};

/** The panel's frame: without the site's bars, and loaded only when somebody opens the panel. */
const frame = createRoute({
  getParentRoute: () => root,
  path: "/admin",
  validateSearch: ({ q, page, sort, tab, section }: Record<string, unknown>): PanelSearch => ({
    // Digits in an address are read as a number.
    ...((typeof q === "string" || typeof q === "number") && { q: `${q}` }),
    // The first page goes without saying.
    ...(Number.isSafeInteger(page) && Number(page) > 1 && { page: Number(page) }),
    ...(typeof sort === "string" && { sort }),
    ...(typeof tab === "string" && { tab }),
    ...(typeof section === "string" && { section }),
  }),
  component: lazyRouteComponent(() => import("@/features/admin/shell/AdminFrame"), "AdminFrame"),
});

/** The password gate, and behind it the overview. */
const overview = createRoute({
  getParentRoute: () => frame,
  path: "/",
  staticData: { title: "Admin" },
  component: lazyRouteComponent(
    () => import("@/features/admin/shell/OverviewPage"),
    "OverviewPage",
  ),
});

/** A page behind the gate. */
function behindGate<const Path extends string>(
  path: Path,
  title: string,
  component: ReturnType<typeof lazyRouteComponent>,
) {
  return createRoute({
    getParentRoute: () => frame,
    path,
    staticData: { title: `${title} · Admin` },
    beforeLoad: requireAdmin,
    component,
  });
}

/** A page of the panel that is not part of this release yet; it says so. */
const notOpen = lazyRouteComponent(
  () => import("@/features/admin/shell/NotOpenPage"),
  "AdminNotOpenPage",
);

export const adminRoutes = frame.addChildren([
  overview,
  behindGate(
    "/gaming-approvals",
    "Gaming Approvals",
    lazyRouteComponent(() => import("@/features/admin/approvals/ApprovalsPage"), "ApprovalsPage"),
  ),
  behindGate(
    "/game-maintenance",
    "Game Maintenance",
    lazyRouteComponent(
      () => import("@/features/admin/maintenance/GameMaintenancePage"),
      "GameMaintenancePage",
    ),
  ),
  behindGate(
    "/accounts",
    "Accounts",
    lazyRouteComponent(() => import("@/features/admin/accounts/AccountsPage"), "AccountsPage"),
  ),
  behindGate(
    "/audit",
    "Audit",
    lazyRouteComponent(() => import("@/features/admin/audit/AuditPage"), "AuditPage"),
  ),
  behindGate("/challenges", "Challenges", notOpen),
  behindGate("/bonus-hunts", "Bonus Hunts", notOpen),
  behindGate("/giveaways", "Giveaways", notOpen),
  behindGate("/points-shop", "Points Shop", notOpen),
  behindGate("/economy", "Economy", notOpen),
  behindGate("/health", "Health", notOpen),
  // Any other address below /admin.
  behindGate(
    "/$",
    "Page not found",
    lazyRouteComponent(() => import("@/features/admin/shell/UnknownPage"), "AdminUnknownPage"),
  ),
]);
