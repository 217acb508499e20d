import { routerOptions } from "@/app/router-options";

/**
 * The site's own router options. The loading state never appears: a page that still loads when its
 * test ends would leave the timer for it.
 */
export const testRouterOptions = {
  ...routerOptions,
  defaultPendingMs: Number.POSITIVE_INFINITY,
};
