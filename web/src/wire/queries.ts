import { QueryClient } from "@tanstack/react-query";
import { asFailure } from "./failure";

/** One client for the whole site: what the server said, kept while it is fresh. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal stays a refusal; only silence and a broken server are worth another try.
      retry: (failures, thrown) => {
        const failure = asFailure(thrown);
        return failures < 2 && (failure.isLost || failure.status >= 500) && failure.status !== 503;
      },
      retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 5_000),
    },
    mutations: { retry: false },
  },
});
