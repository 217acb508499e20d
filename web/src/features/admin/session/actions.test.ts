import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { aPerson } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { adminApi, beginAdmin, endAdmin, listen, PRESENCE_MS, startAdmin } from "./actions";
import { adminToken, hasEnded, keepAdminToken, meKey, useAdminSession } from "./store";
import { holdUnsaved } from "./unsaved";

const { connectAdmin } = vi.hoisted(() => ({
  connectAdmin: vi.fn<(admin: { token: string } | null) => void>(),
}));
vi.mock("@/wire/socket", async (original) => ({
  ...(await original<typeof import("@/wire/socket")>()),
  connectAdmin,
}));
vi.mock("@/ui/toast", () => ({ toast: vi.fn() }));

const fetched = vi.fn<(request: Request) => Promise<Response>>();
let stop: () => void = () => undefined;

const done = () => jsonAnswer({ success: true, message: "Noted" });
const unauthorized = () =>
  jsonAnswer({ success: false, error: "unauthorized", message: "Please log in" }, 401);
const sent = (path: string) =>
  fetched.mock.calls.flatMap(([request]) =>
    new URL(request.url).pathname === path ? [request.headers.get("Authorization")] : [],
  );
const presence = () => sent("/api/admin/session").length;
const listensAs = () => connectAdmin.mock.lastCall?.[0]?.token ?? null;
const stored = (key: string) => localStorage.getItem(key);

function look(visibility: "visible" | "hidden") {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibility);
  document.dispatchEvent(new Event("visibilitychange"));
}

/** What this window hears after another one has changed the storage. */
function hearStorage(key: string) {
  window.dispatchEvent(new StorageEvent("storage", { key }));
}

const readChat = () => adminApi.GET("/api/admin/chat").then(() => "never");

/** A call of the page that the server refuses. */
async function meetRefusal() {
  fetched.mockImplementation(async () => unauthorized());
  await expect(adminApi.GET("/api/admin/chat")).rejects.toMatchObject({ error: "unauthorized" });
}

beforeEach(() => {
  vi.useFakeTimers();
  connectAdmin.mockReset();
  fetched.mockReset().mockImplementation(async () => done());
  vi.stubGlobal("fetch", fetched);
  keepAdminToken("admin-1");
});

afterEach(() => {
  stop();
  stop = () => undefined;
  keepAdminToken(null);
  queryClient.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("says every five minutes that the panel is in sight, and when it comes back", async () => {
  stop = startAdmin();
  expect(PRESENCE_MS).toBe(5 * 60_000);
  expect(sent("/api/admin/session")).toEqual(["Bearer admin-1"]);
  await vi.advanceTimersByTimeAsync(PRESENCE_MS - 1);
  expect(presence()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(presence()).toBe(2);

  look("hidden");
  await vi.advanceTimersByTimeAsync(10 * PRESENCE_MS);
  expect(presence()).toBe(2);
  look("visible");
  expect(presence()).toBe(3);

  stop();
  await vi.advanceTimersByTimeAsync(10 * PRESENCE_MS);
  look("visible");
  expect(presence()).toBe(3);
});

it("says nothing while nobody is logged in, or after the session has ended", async () => {
  keepAdminToken(null);
  stop = startAdmin();
  await vi.advanceTimersByTimeAsync(3 * PRESENCE_MS);
  look("visible");
  expect(presence()).toBe(0);

  keepAdminToken("admin-2");
  await vi.advanceTimersByTimeAsync(PRESENCE_MS);
  expect(sent("/api/admin/session")).toEqual(["Bearer admin-2"]);
  await meetRefusal();
  await vi.advanceTimersByTimeAsync(3 * PRESENCE_MS);
  look("visible");
  expect(presence()).toBe(1);
});

it("goes on after a call that did not get through", async () => {
  fetched.mockRejectedValue(new TypeError("Failed to fetch"));
  stop = startAdmin();
  await vi.advanceTimersByTimeAsync(PRESENCE_MS);
  expect(presence()).toBe(2);
  expect(adminToken()).toBe("admin-1");
  expect(hasEnded()).toBe(false);
});

it("keeps the token of an ended session from being sent, stored or listened with", async () => {
  stop = startAdmin();
  expect(listensAs()).toBe("admin-1");
  await meetRefusal();
  expect(hasEnded()).toBe(true);
  expect(listensAs()).toBeNull();
  expect(stored("pointhouse.adminToken")).toBeNull();
  expect(stored("adminAuthenticated")).toBeNull();

  fetched.mockClear();
  await expect(adminApi.GET("/api/admin/chat")).rejects.toMatchObject({
    error: "unauthorized",
    message: "Your session had ended, so this was not done. Please try again.",
  });
  expect(fetched).not.toHaveBeenCalled();
});

it("does not listen until there is the second factor that the panel requires", () => {
  stop = startAdmin();
  queryClient.setQueryData(meKey, aPerson({}, { needsSecondFactor: true }));
  listen();
  expect(listensAs()).toBeNull();
  queryClient.setQueryData(meKey, aPerson());
  listen();
  expect(listensAs()).toBe("admin-1");
});

it("reads again and listens with the new token after the next login", async () => {
  stop = startAdmin();
  queryClient.setQueryData(["admin", "accounts"], "rory");
  queryClient.setQueryData(["leaderboard"], "public");
  await meetRefusal();
  expect(queryClient.getQueryData(["admin", "accounts"])).toBe("rory");

  fetched.mockImplementation(async () => jsonAnswer({ success: true, token: "admin-2" }));
  await beginAdmin({ password: "open sesame" });
  expect(hasEnded()).toBe(false);
  expect(listensAs()).toBe("admin-2");
  expect(queryClient.getQueryState(["admin", "accounts"])?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(["leaderboard"])?.isInvalidated).toBe(false);
  expect(stored("pointhouse.adminToken")).toBe("admin-2");
  expect(stored("pointhouse.adminEnded")).toBeNull();
});

it("does not take a late refusal of the old token for one of the new", async () => {
  stop = startAdmin();
  const open: ((response: Response) => void)[] = [];
  fetched.mockImplementation(() => new Promise((resolve) => open.push(resolve)));
  const late = adminApi.GET("/api/admin/chat");
  // The call is under way with the old token.
  await vi.advanceTimersByTimeAsync(0);
  keepAdminToken("admin-2");
  for (const answer of open) answer(unauthorized());
  await expect(late).rejects.toMatchObject({ error: "unauthorized" });
  expect(hasEnded()).toBe(false);
  expect(adminToken()).toBe("admin-2");
});

it("shows what was read as it was, and no failure, when the session ends", async () => {
  stop = startAdmin();
  queryClient.setQueryData(["admin", "chat"], "connected", { updatedAt: 0 });
  fetched.mockImplementation(async () => unauthorized());
  for (const _ of [1, 2]) {
    // Twice: by the server's refusal, and by the one in this window after it.
    await queryClient.fetchQuery({ queryKey: ["admin", "chat"], queryFn: readChat });
    expect(queryClient.getQueryState(["admin", "chat"])).toMatchObject({
      status: "success",
      fetchStatus: "idle",
      data: "connected",
      error: null,
    });
  }
  expect(hasEnded()).toBe(true);
});

it("forgets what was read, and the session on the server, with a logout", async () => {
  stop = startAdmin();
  queryClient.setQueryData(["admin", "accounts"], "rory");
  endAdmin();
  expect(queryClient.getQueryData(["admin", "accounts"])).toBeUndefined();
  expect(listensAs()).toBeNull();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent("/api/admin/logout")).toEqual(["Bearer admin-1"]);
});

it("sends no logout for a session that the server has ended", async () => {
  stop = startAdmin();
  await meetRefusal();
  endAdmin();
  await vi.advanceTimersByTimeAsync(0);
  expect(adminToken()).toBeNull();
  expect(sent("/api/admin/logout")).toEqual([]);
});

it("gives up the kept page when the panel is left", async () => {
  stop = startAdmin();
  queryClient.setQueryData(["admin", "accounts"], "rory");
  await meetRefusal();
  stop();
  stop = () => undefined;
  expect(adminToken()).toBeNull();
  expect(queryClient.getQueryData(["admin", "accounts"])).toBeUndefined();
});

it("keeps a reloaded page that holds unsaved changes already", async () => {
  useAdminSession.setState({ status: "unconfirmed" });
  fetched.mockImplementation(() => new Promise(() => undefined));
  stop = startAdmin();
  holdUnsaved("draft", () => undefined);
  await meetRefusal();
  holdUnsaved("draft", null);
  expect(hasEnded()).toBe(true);
});

it("ends with another window's session, and resumes with its login", () => {
  stop = startAdmin();
  queryClient.setQueryData(["admin", "accounts"], "rory");
  // What a window stores that meets the refusal.
  localStorage.setItem("pointhouse.adminEnded", "admin-1");
  localStorage.removeItem("adminAuthenticated");
  localStorage.removeItem("pointhouse.adminToken");
  hearStorage("adminAuthenticated");
  expect(hasEnded()).toBe(true);
  expect(queryClient.getQueryData(["admin", "accounts"])).toBe("rory");

  localStorage.setItem("pointhouse.adminToken", "admin-2");
  localStorage.setItem("adminAuthenticated", "true");
  hearStorage("adminAuthenticated");
  localStorage.removeItem("pointhouse.adminEnded");
  hearStorage("pointhouse.adminEnded");
  expect(hasEnded()).toBe(false);
  expect(adminToken()).toBe("admin-2");
  expect(queryClient.getQueryState(["admin", "accounts"])?.isInvalidated).toBe(true);
});

it("logs out of an ended session when another window does", async () => {
  stop = startAdmin();
  await meetRefusal();
  localStorage.removeItem("pointhouse.adminEnded");
  hearStorage("pointhouse.adminEnded");
  expect(adminToken()).toBeNull();
});

it("leaves the login of another window alone when its own token is refused", async () => {
  stop = startAdmin();
  localStorage.setItem("pointhouse.adminToken", "admin-2");
  await meetRefusal();
  expect(stored("pointhouse.adminToken")).toBe("admin-2");
});

/** The token of a login, as the server makes them: the second part names the person. */
const tokenOf = (sub: string, login: number) => `head.${btoa(JSON.stringify({ sub, login }))}.sign`;

it("keeps what was typed for the same person, and nothing for another one in another window", () => {
  keepAdminToken(tokenOf("admin", 1));
  stop = startAdmin();
  let dropped = 0;
  holdUnsaved("draft", () => {
    dropped += 1;
  });
  queryClient.setQueryData(["admin", "people"], "theirs");
  localStorage.setItem("pointhouse.adminToken", tokenOf("admin", 2));
  hearStorage("pointhouse.adminToken");
  expect(adminToken()).toBe(tokenOf("admin", 2));
  expect([dropped, queryClient.getQueryData(["admin", "people"])]).toEqual([0, "theirs"]);
  localStorage.setItem("pointhouse.adminToken", tokenOf("admin-2", 3));
  hearStorage("pointhouse.adminToken");
  expect([dropped, queryClient.getQueryData(["admin", "people"])]).toEqual([1, undefined]);
  holdUnsaved("draft", null);
});
