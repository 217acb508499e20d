import { createRootRoute, Outlet } from "@tanstack/react-router";
import { MaintenanceGate } from "@/features/maintenance/MaintenanceGate";
import { LoadingBar } from "./LoadingBar";
import { PageTitle } from "./PageTitle";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The page's name in the title of the window. */
    title?: string;
  }
}

/** What stands around every page, of the site and of the panel. */
export const root = createRootRoute({
  component: () => (
    <>
      <PageTitle />
      <LoadingBar />
      <Outlet />
      <MaintenanceGate />
    </>
  ),
});
