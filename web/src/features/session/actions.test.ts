import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { currentBalance, recordBalance } from "@/features/wallet/balance";
import { jsonAnswer, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { deliver } from "@/wire/socket";
import {
  beginSession,
  endSession,
  REFRESH_MS,
  refreshMember,
  signOut,
  startSession,
} from "./actions";
import { session } from "./store";

const { openSocket, toast } = vi.hoisted(() => ({
  toast: vi.fn<(message: { text: string }) => void>(),
  openSocket: vi.fn<(token: string | null, refused: (token: string) => void) => Promise<void>>(),
}));
vi.mock("@/wire/socket", async (original) => ({
  ...(await original<typeof import("@/wire/socket")>()),
  openSocket,
}));

vi.mock("@/ui/toast", () => ({ toast }));

const fetched = vi.fn<(request: Request) => Promise<Response>>();
let stop: () => void = () => undefined;

const me = (points: number, pointsSeq = 2) =>
  jsonAnswer({ success: true, user: { ...sampleMember, points, pointsSeq } });
const unauthorized = () =>
  jsonAnswer({ success: false, error: "unauthorized", message: "Please log in" }, 401);
const calls = (path: string) =>
  fetched.mock.calls.filter(([request]) => new URL(request.url).pathname === path).length;
const stored = () => localStorage.getItem("pointhouse.token");

/** Keeps the next answer back until the function it returns is called with it. */
function holdAnswer(): (response: Response) => void {
  const release: ((response: Response) => void)[] = [];
  fetched.mockImplementation(() => new Promise((resolve) => release.push(resolve)));
  return (response) => release.forEach((resolve) => resolve(response));
}

function storeLogin(token = "t-1") {
  localStorage.setItem("pointhouse.token", token);
  localStorage.setItem("pointhouse.member", JSON.stringify(sampleMember));
}

beforeEach(() => {
  toast.mockReset();
  openSocket.mockReset().mockResolvedValue(undefined);
  fetched.mockReset().mockImplementation(async () => me(100));
  stubFetch(fetched);
});

afterEach(() => {
  stop();
  stop = () => undefined;
  endSession();
  vi.useRealTimers();
});

describe("a load of the page", () => {
  it("restores a stored session and reads the member again", async () => {
    storeLogin();
    fetched.mockImplementation(async () => me(140));
    stop = startSession();
    expect(session()).toMatchObject({ status: "member", token: "t-1" });
    expect(currentBalance()).toBe(100);
    await vi.waitFor(() => expect(currentBalance()).toBe(140));
  });

  it.each([
    ["no member", () => localStorage.setItem("pointhouse.token", "t-1")],
    ["no token", () => localStorage.setItem("pointhouse.member", JSON.stringify(sampleMember))],
    [
      "an unreadable member",
      () => {
        localStorage.setItem("pointhouse.token", "t-1");
        localStorage.setItem("pointhouse.member", "{");
      },
    ],
  ])("with %s is a guest's", (_, prepare) => {
    prepare();
    stop = startSession();
    expect(session().status).toBe("guest");
  });

  it("takes the email out of what an older version stored, and reads it from the server", async () => {
    storeLogin();
    expect(localStorage.getItem("pointhouse.member")).toContain(sampleMember.email);
    const answerMe = holdAnswer();
    stop = startSession();
    expect(session().member).toMatchObject({ username: "rory", email: null });
    expect(JSON.stringify(localStorage)).not.toContain(sampleMember.email);
    await vi.waitFor(() => expect(calls("/api/auth/me")).toBe(1));
    answerMe(me(100));
    await vi.waitFor(() => expect(session().member?.email).toBe(sampleMember.email));
    expect(JSON.stringify(localStorage)).not.toContain(sampleMember.email);
  });

  it("logs out when the stored token no longer holds", async () => {
    storeLogin();
    fetched.mockImplementation(async () => unauthorized());
    stop = startSession();
    await vi.waitFor(() => expect(session().status).toBe("guest"));
    expect(stored()).toBeNull();
    expect(toast).toHaveBeenCalledTimes(1);
    expect(toast.mock.calls[0]?.[0].text).toBe("Your session has ended. Please log in again.");
  });

  it("stays logged in while the server is not there", async () => {
    storeLogin();
    fetched.mockRejectedValue(new TypeError("Failed to fetch"));
    stop = startSession();
    await refreshMember();
    expect(session().status).toBe("member");
    expect(stored()).toBe("t-1");
  });
});

describe("login and logout", () => {
  it("store and forget the session, and move the live connection along", async () => {
    stop = startSession();
    beginSession({ token: "t-2", user: { ...sampleMember, points: 30 } });
    expect(stored()).toBe("t-2");
    expect(currentBalance()).toBe(30);
    expect(openSocket).toHaveBeenLastCalledWith("t-2", expect.any(Function));

    signOut();
    expect(session().status).toBe("guest");
    expect(toast).not.toHaveBeenCalled();
    expect(stored()).toBeNull();
    expect(currentBalance()).toBe(0);
    expect(openSocket).toHaveBeenLastCalledWith(null, expect.any(Function));
    await vi.waitFor(() => expect(calls("/api/auth/logout")).toBe(1));
    const logout = fetched.mock.calls.find(([request]) => request.url.endsWith("/logout"));
    expect(logout?.[0].headers.get("Authorization")).toBe("Bearer t-2");
  });

  it("in another window hold in this one", async () => {
    stop = startSession();
    storeLogin("t-9");
    window.dispatchEvent(new StorageEvent("storage", { key: "pointhouse.token" }));
    expect(session().token).toBe("t-9");
    await vi.waitFor(() => expect(session().member?.email).toBe(sampleMember.email));
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
    expect(session().status).toBe("guest");
  });

  it("an old token's end does not end the session that took its place", () => {
    stop = startSession();
    beginSession({ token: "t-2", user: sampleMember });
    endSession("t-1");
    expect(session().token).toBe("t-2");
  });
});

describe("the refresh", () => {
  it("follows an admin who changed the name or the picture", async () => {
    storeLogin();
    stop = startSession();
    await vi.waitFor(() => expect(calls("/api/auth/me")).toBe(1));
    const renamed = { ...sampleMember, username: "member_7" };
    fetched.mockImplementation(async () => jsonAnswer({ success: true, user: renamed }));
    deliver("accountChanged", {});
    await vi.waitFor(() => expect(session().member?.username).toBe("member_7"));
  });

  it("comes every two minutes and when the tab is looked at again", async () => {
    vi.useFakeTimers();
    storeLogin();
    stop = startSession();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls("/api/auth/me")).toBe(1);
    await vi.advanceTimersByTimeAsync(REFRESH_MS);
    expect(calls("/api/auth/me")).toBe(2);
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(calls("/api/auth/me")).toBe(3);
    stop();
    await vi.advanceTimersByTimeAsync(REFRESH_MS * 2);
    expect(calls("/api/auth/me")).toBe(3);
  });

  it("does not undo a bet that was answered meanwhile", async () => {
    stop = startSession();
    beginSession({ token: "t-2", user: sampleMember });
    const answerMe = holdAnswer();
    const refreshing = refreshMember();
    await vi.waitFor(() => expect(calls("/api/auth/me")).toBeGreaterThan(0));
    recordBalance({ balance: 91, seq: 5 });
    answerMe(me(100));
    await refreshing;
    expect(currentBalance()).toBe(91);
  });

  it("of somebody who logged out meanwhile brings nobody back", async () => {
    stop = startSession();
    beginSession({ token: "t-2", user: sampleMember });
    const answerMe = holdAnswer();
    const refreshing = refreshMember();
    await vi.waitFor(() => expect(calls("/api/auth/me")).toBeGreaterThan(0));
    endSession();
    answerMe(me(100));
    await refreshing;
    expect(session().status).toBe("guest");
    expect(stored()).toBeNull();
  });
});

it("keeps the points with the stored member, so that a reload opens with them", () => {
  stop = startSession();
  beginSession({ token: "t-2", user: sampleMember });
  expect(session().member?.email).toBe(sampleMember.email);
  expect(JSON.stringify(localStorage)).not.toContain(sampleMember.email);
  recordBalance({ balance: 77, seq: 5 });
  expect(JSON.stringify(localStorage)).not.toContain(sampleMember.email);
  expect(JSON.parse(localStorage.getItem("pointhouse.member") ?? "{}")).toMatchObject({
    points: 77,
  });
});
