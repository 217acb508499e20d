import { createRouter } from "@tanstack/react-router";
import { routerOptions } from "./router-options";
import { routeTree } from "./routes";

export const router = createRouter({ ...routerOptions, routeTree });

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The page of the panel that the gate opens after the login. */
    askedFor?: string;
  }
  interface Register {
    router: typeof router;
  }
}
