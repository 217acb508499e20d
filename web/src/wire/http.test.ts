import { beforeEach, describe, expect, it, vi } from "vitest";
import { stubFetch } from "@/testing/pending-work";
import { CallFailure } from "./failure";
import { answer, api, callsAs, setCredentials } from "./http";

const refused = vi.fn();
const fetched = vi.fn<(request: Request) => Promise<Response>>();

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

async function failureOf(call: Promise<unknown>): Promise<CallFailure> {
  const thrown: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof CallFailure)) throw new Error(`No failure: ${String(thrown)}`);
  return thrown;
}

const site = () => answer(api.GET("/api/site"));
const lastRequest = () => fetched.mock.calls.at(-1)?.[0];

beforeEach(() => {
  refused.mockReset();
  fetched.mockReset();
  stubFetch(fetched);
  setCredentials({ token: () => null, onRefused: refused });
});

describe("a call", () => {
  it("sends the token as a bearer and gives the body back", async () => {
    setCredentials({ token: () => "t-1", onRefused: refused });
    fetched.mockResolvedValue(json({ success: true, name: "Northside" }));
    await expect(site()).resolves.toMatchObject({ name: "Northside" });
    expect(lastRequest()?.headers.get("Authorization")).toBe("Bearer t-1");
  });

  it("sends no bearer for a guest, and JSON with a body", async () => {
    fetched.mockResolvedValue(json({ success: true, exists: false }));
    await answer(api.POST("/api/auth/check-email", { body: { email: "a@b.co" } }));
    expect(lastRequest()?.headers.get("Authorization")).toBeNull();
    expect(lastRequest()?.headers.get("Content-Type")).toContain("application/json");
    await expect(lastRequest()?.json()).resolves.toEqual({ email: "a@b.co" });
  });

  it("fills in the address, leaving out what is not asked for", async () => {
    fetched.mockImplementation(async () => json({ success: true }));
    await api.GET("/api/games/rounds/{id}", { params: { path: { id: "7/8" } } });
    expect(lastRequest()?.url).toMatch(/\/api\/games\/rounds\/7%2F8$/);
    await api.GET("/api/me/ledger", { params: { query: { page: 2, limit: 50 } } });
    expect(lastRequest()?.url).toMatch(/\/api\/me\/ledger\?page=2&limit=50$/);
  });

  it("hands a file on as it came, also one that looks like a refusal", async () => {
    const bytes = new TextEncoder().encode('\uFEFF{"success": false, "message": "not ours"}');
    const headers = { "Content-Type": "application/octet-stream" };
    fetched.mockImplementation(async () => new Response(bytes, { headers }));
    const path = { month: "2026-10" };
    const file = api.GET("/api/admin/wager-months/{month}/raw", {
      params: { path },
      parseAs: "arrayBuffer",
    });
    expect([...new Uint8Array(await answer(file))]).toEqual([...bytes]);
    fetched.mockImplementation(async () => new Response("gone", { status: 502, headers }));
    const failed = answer(api.GET("/api/admin/wager-months/{month}/raw", { params: { path } }));
    expect((await failureOf(failed)).status).toBe(502);
  });

  it("sends a file in a form", async () => {
    fetched.mockResolvedValue(json({ success: true }));
    await api.POST("/api/auth/upload-profile-picture", {
      body: { profilePicture: "rory.png" },
      bodySerializer: ({ profilePicture }) => {
        const form = new FormData();
        form.set("profilePicture", profilePicture);
        return form;
      },
    });
    expect(lastRequest()?.headers.get("Content-Type")).toMatch(/^multipart\/form-data; boundary=/);
  });

  it("keeps a bearer that was given with the call", async () => {
    setCredentials({ token: () => "current", onRefused: refused });
    fetched.mockResolvedValue(json({ success: true }));
    await api.POST("/api/auth/logout", { headers: { Authorization: "Bearer old" } });
    expect(lastRequest()?.headers.get("Authorization")).toBe("Bearer old");
  });
});

describe("a refusal", () => {
  it("is not asked for again once the token has been refused", async () => {
    let ended = false;
    const other = callsAs({
      token: () => "t-1",
      hasEnded: () => ended,
      onRefused: (token) => {
        refused(token);
        ended = true;
      },
      refusedMessage: "The session has ended",
    });
    fetched.mockResolvedValue(
      json({ success: false, error: "unauthorized", message: "Please log in" }, 401),
    );
    for (const _ of ["by the server", "here"]) {
      const failure = await failureOf(answer(other.GET("/api/site")));
      expect(failure).toMatchObject({
        error: "unauthorized",
        status: 401,
        said: "The session has ended",
      });
    }
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(refused.mock.calls).toEqual([["t-1"], ["t-1"]]);
  });

  it("carries code, message, fields and status", async () => {
    fetched.mockResolvedValue(
      json(
        {
          success: false,
          error: "validation",
          message: "Check it",
          fields: { email: "Bad", n: 1 },
        },
        400,
      ),
    );
    expect(await failureOf(site())).toMatchObject({
      error: "validation",
      message: "Check it",
      said: "Check it",
      fields: { email: "Bad" },
      status: 400,
      isLost: false,
    });
  });

  it("says how long to wait after a 429", async () => {
    const body = { success: false, error: "too_many_requests", message: "Slow down" };
    fetched.mockResolvedValue(json(body, 429, { "Retry-After": "27" }));
    expect((await failureOf(site())).retryAfterSeconds).toBe(27);
  });

  it("counts as one even with status 200", async () => {
    fetched.mockResolvedValue(json({ success: false, error: "odd", message: "No" }));
    expect(await failureOf(site())).toMatchObject({ error: "odd", status: 200 });
  });

  it("has words of its own when the server has none", async () => {
    fetched.mockResolvedValue(new Response("<html>", { status: 502 }));
    const failure = await failureOf(site());
    expect(failure).toMatchObject({ error: "http_502", said: null });
    expect(failure.message).not.toBe("");
  });

  it("reports a token that no longer holds, and only that", async () => {
    setCredentials({ token: () => "t-1", onRefused: refused });
    fetched.mockResolvedValue(json({ success: false, error: "invalid_password" }, 401));
    await failureOf(site());
    expect(refused).not.toHaveBeenCalled();
    fetched.mockResolvedValue(json({ success: false, error: "unauthorized" }, 401));
    await failureOf(site());
    expect(refused).toHaveBeenCalledWith("t-1");
  });
});

describe("silence", () => {
  it.each(["", "   ", "null", "not json"])("an answer of %j is an empty response", async (text) => {
    fetched.mockResolvedValue(new Response(text, { status: 200 }));
    expect(await failureOf(site())).toMatchObject({ error: "empty_response", isLost: false });
  });

  it("a broken connection is a lost call", async () => {
    fetched.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await failureOf(site())).toMatchObject({ error: "connection_lost", isLost: true });
  });

  it("thirty seconds without an answer are a lost call", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout");
    fetched.mockRejectedValue(new DOMException("signal timed out", "TimeoutError"));
    expect(await failureOf(site())).toMatchObject({ error: "timeout", isLost: true });
    expect(timeout).toHaveBeenCalledWith(30_000);
  });
});
