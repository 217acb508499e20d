import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { requireAdmin } from "./guards";
import { root } from "./root";

/** The panel's frame: without the site's bars, and loaded only when somebody opens the panel. */
const frame = createRoute({
  getParentRoute: () => root,
  id: "panel",
  component: lazyRouteComponent(() => import("@/features/admin/shell/AdminFrame"), "AdminFrame"),
});

/** The password gate, and behind it the overview. */
const overview = createRoute({
  getParentRoute: () => frame,
  path: "/admin",
  staticData: { title: "Admin" },
  component: lazyRouteComponent(
    () => import("@/features/admin/shell/OverviewPage"),
    "OverviewPage",
  ),
});

const approvals = createRoute({
  getParentRoute: () => frame,
  path: "/admin/gaming-approvals",
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
  path: "/admin/game-maintenance",
  staticData: { title: "Game Maintenance · Admin" },
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: "bets" } =>
    tab === "bets" ? { tab } : {},
  beforeLoad: requireAdmin,
  component: function MaintenanceRoute() {
    const { tab }: { tab?: "bets" } = maintenance.useSearch();
    return <LazyMaintenance tab={tab ?? "games"} />;
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
  path: "/admin/$",
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
  notOpen("/admin/accounts", "Accounts"),
  notOpen("/admin/audit", "Audit"),
  notOpen("/admin/challenges", "Challenges"),
  notOpen("/admin/bonus-hunts", "Bonus Hunts"),
  notOpen("/admin/giveaways", "Giveaways"),
  notOpen("/admin/points-shop", "Points Shop"),
  notOpen("/admin/economy", "Economy"),
  notOpen("/admin/health", "Health"),
  unknown,
]);
