import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { type RenderResult, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { testRouterOptions } from "@/test-router";
import { queryClient } from "@/wire/queries";

/** Renders a page for a test, with links that lead nowhere and an empty query cache. */
export function renderPage(page: ReactNode, address = "/"): RenderResult {
  queryClient.clear();
  const router = createRouter({
    ...testRouterOptions,
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  return render(
    <QueryClientProvider client={queryClient}>
      <RouterContextProvider router={router}>{page}</RouterContextProvider>
    </QueryClientProvider>,
  );
}

/** A JSON answer as the server gives it. */
export function jsonAnswer(
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

/** A member as the server describes one. */
export const sampleMember = {
  id: "7",
  account_id: "K7M2Q9XR",
  username: "rory",
  email: "rory@example.com",
  emailVerified: false,
  points: 100,
  pointsSeq: 1,
  profilePicture: null,
  isActive: true,
  kickUsername: null,
  rainbetUsername: null,
  createdAt: "2025-11-01T00:00:00Z",
  namedOnAir: false,
  neverNamedOnAir: false,
  gamingApprovals: [],
};
