import { createRouter } from "@tanstack/react-router";
import { LoadingState } from "@/ui/LoadingState";
import { BrokenPage } from "./BrokenPage";
import { routeTree } from "./routes";

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  // A new page starts at its top; going back returns to where one was.
  scrollRestoration: true,
  defaultPendingMs: 150,
  defaultPendingComponent: () => <LoadingState label="Loading the page" />,
  defaultErrorComponent: BrokenPage,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
