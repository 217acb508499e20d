import { QueryClient } from "@tanstack/react-query";
import { asFailure } from "./failure";

/** One client for the whole site: what the server said, kept while it is fresh. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A browser may be wrong about its network, so every call is tried: one that waited for the network
      // would show nothing, not even that it failed.
      networkMode: "always",
      refetchOnReconnect: true,
      // A refusal stays a refusal; only silence and a broken server are worth another try.
      retry: (failures, thrown) => {
        const { isLost, status } = asFailure(thrown);
        return failures < 2 && status !== 503 && (isLost || status >= 500);
      },
    },
  },
});
