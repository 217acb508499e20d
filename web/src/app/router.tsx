import { createRouter, stringifySearchWith } from "@tanstack/react-router";
import { LoadingState } from "@/ui/LoadingState";
import { BrokenPage } from "./BrokenPage";
import { routeTree } from "./routes";

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  // Texts stand in the address as they are, digits too; the routes read numbers as text again.
  stringifySearch: stringifySearchWith(JSON.stringify),
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
