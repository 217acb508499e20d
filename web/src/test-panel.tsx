import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRouter, RouterProvider } from "@tanstack/react-router";
import { render } from "@testing-library/react";
import { routeTree } from "@/app/routes";
import type { Area, Level, PanelMe } from "@/features/admin/session/rights";
import { keepAdminToken, useAdminSession } from "@/features/admin/session/store";
import type { SignIn } from "@/features/sign-in/queries";
import { testRouterOptions } from "@/test-router";
import { stubFetch } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { jsonAnswer, sampleMember } from "./test-page";

/** What a call is answered with, by method and path; what is not named is answered as below. */
export type Answers = Record<string, (request: Request) => Promise<Response> | Response>;

const usual: Answers = {
  "GET /api/auth/me": () => jsonAnswer({ success: true, user: sampleMember }),
  "GET /api/auth/admin/maintenance-status": () =>
    jsonAnswer({ success: true, maintenanceMode: false }),
  "GET /api/auth/admin/game-maintenance-status": () =>
    jsonAnswer({ success: true, gameStates: {} }),
  "GET /api/auth/admin/live-bets": () => jsonAnswer({ success: true, bets: [] }),
  "POST /api/admin/session": () => jsonAnswer({ success: true, message: "Noted" }),
  "POST /api/admin/logout": () => jsonAnswer({ success: true, message: "Logged out" }),
  "GET /api/admin/login": () => jsonAnswer({ success: true, asksName: false, hasPasskeys: false }),
  "GET /api/sign-in": () => jsonAnswer(aSignIn()),
  "GET /api/admin/me": () => jsonAnswer(aPerson()),
  "GET /api/admin/approvals": () => namesThatWait(0),
  "GET /api/admin/purchases": () => purchasesThatWait(0),
  "GET /api/admin/chat/connection": () => jsonAnswer({ success: true, endedAt: null }),
  "GET /api/admin/accounts": () =>
    jsonAnswer({ success: true, items: [], total: 1234, page: 1, pages: 1234 }),
};

const everything: Record<Area, Level> = {
  own: "change",
  giveaways: "change",
  hunts: "change",
  approvals: "change",
  games: "change",
  challenges: "change",
  shop: "change",
  wagers: "change",
  members: "change",
  overlay: "change",
  grants: "change",
  points: "change",
  rewards: "change",
  all_points: "change",
  site: "change",
  settings: "change",
  services: "change",
  records: "change",
  backups: "change",
  people: "change",
};

/** The owner, or a person who may do less in some areas. */
export function aPerson(
  rights: Partial<Record<Area, Level>> = {},
  more: Partial<PanelMe> = {},
): PanelMe {
  const owner = { success: true, id: 1, name: "Admin", role: "owner" } as const;
  const account = { needsOwnAccount: false, hasNamedAccount: true, account: null };
  return {
    ...owner,
    ...account,
    needsSecondFactor: false,
    rights: { ...everything, ...rights },
    ...more,
  };
}

/** What protects an account that has no second factor. */
export function aSignIn(more: Partial<SignIn> = {}): SignIn {
  return {
    success: true,
    app: null,
    passkeys: [],
    recoveryCodes: 0,
    hasPassword: true,
    kickProves: false,
    canHavePasskeys: false,
    isRequired: false,
    isProved: true,
    sessions: [
      {
        id: "s1",
        device: "Firefox on Linux",
        beganAt: "2026-11-25T10:00:00Z",
        usedAt: "2026-11-25T12:00:00Z",
        isCurrent: true,
      },
    ],
    ...more,
  };
}

/** The list of names at the casino, where so many wait. */
export function namesThatWait(pending: number): Response {
  const counts = { pending, approved: 0, rejected: 0 };
  return jsonAnswer({ success: true, items: [], total: 0, page: 1, pages: 0, counts });
}

/** The list of purchases, where so many wait. */
export function purchasesThatWait(pending: number): Response {
  const counts = { pending, in_progress: 0, completed: 0, cancelled: 0 };
  return jsonAnswer({ success: true, items: [], total: 0, page: 1, pages: 0, counts });
}

/** A refusal as the server words it. */
export function refusal(status: number, message: string, error = "refused"): Response {
  return jsonAnswer({ success: false, error, message }, status);
}

/** Opens an address of the whole site against a server that answers like this. */
export function openPanel(address: string, answers: Answers = {}) {
  queryClient.clear();
  const calls: { call: string; request: Request; body: unknown }[] = [];
  stubFetch(async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    const text = await request.clone().text();
    const isJson = request.headers.get("Content-Type")?.includes("json") === true;
    calls.push({ call, request, body: text === "" || !isJson ? null : JSON.parse(text) });
    const answer = answers[call] ?? usual[call];
    return answer === undefined ? refusal(404, "Not here") : answer(request);
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ ...testRouterOptions, routeTree, history });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    path: () => router.state.location.pathname,
    search: () => router.state.location.search,
    href: () => router.state.location.href,
    /** Goes to another address in the same tab, as a link or the address bar does. */
    goTo: (next: string) => history.push(next),
    /** The bodies that were sent with a call, in their order. */
    sent: (call: string) => calls.filter((made) => made.call === call).map(({ body }) => body),
    /** Whose token each request of a call carried. */
    tokens: (call: string) =>
      calls
        .filter((made) => made.call === call)
        .map(({ request }) => request.headers.get("Authorization")),
  };
}

/** The same after a reload: the token is in the storage, and the server has not been asked yet. */
export function openAfterReload(address: string, answers: Answers = {}) {
  keepAdminToken("admin-1");
  useAdminSession.setState({ status: "unconfirmed" });
  return openPanel(address, answers);
}

/** The same as an admin who has logged in in this window. */
export function openAsAdmin(address: string, answers: Answers = {}) {
  keepAdminToken("admin-1");
  return openPanel(address, answers);
}
