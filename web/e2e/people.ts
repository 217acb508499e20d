import type { APIRequestContext, BrowserContext } from "@playwright/test";
import { expect, freshName } from "./house";

const PASSWORD = process.env.POINTHOUSE_ADMIN_PASSWORD ?? "";
/** Of everyone who joins in a test. */
const JOINED_PASSWORD = "Kelpie-3-password";

/** The token of the owner, also while there are other people. */
export async function logInByCall(request: APIRequestContext): Promise<string> {
  const data = { name: "owner", password: PASSWORD };
  const answer = await request.post("/api/admin/login", { data });
  expect(answer.status(), await answer.text()).toBe(200);
  const { token }: { token: string } = await answer.json();
  return token;
}

/** Says that a person has no member account, unless the person has answered before. */
async function answerNone(request: APIRequestContext, token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const data = { username: "" };
  const answered = await request.put("/api/admin/me/account", { headers, data });
  expect([200, 409]).toContain(answered.status());
}

/** The token of a person who was invited with a role and has joined. Neither of the two has a member account. */
export async function joinAs(
  request: APIRequestContext,
  role: "admin" | "moderator",
  name = freshName(),
): Promise<string> {
  const owner = await logInByCall(request);
  const headers = { Authorization: `Bearer ${owner}` };
  const invited = await request.post("/api/admin/people/invitations", {
    headers,
    data: { name, role },
  });
  expect(invited.status(), await invited.text()).toBe(200);
  const { code }: { code: string } = await invited.json();
  const data = { code, password: JOINED_PASSWORD };
  const joined = await request.post("/api/admin/join", { data });
  expect(joined.status(), await joined.text()).toBe(200);
  const { token }: { token: string } = await joined.json();
  for (const one of [token, owner]) await answerNone(request, one);
  return token;
}

/** The owner is alone again: other tests log in without a name. */
export async function removePeople(request: APIRequestContext): Promise<void> {
  const headers = { Authorization: `Bearer ${await logInByCall(request)}` };
  const list = await request.get("/api/admin/people", { headers });
  const { people }: { people: { id: number; role: string }[] } = await list.json();
  for (const { id, role } of people)
    if (role !== "owner") await request.delete(`/api/admin/people/${id}`, { headers });
}

/** Opens every page of a context as a person of the panel, as a reload after a login would. */
export async function enterPanel(context: BrowserContext, token: string): Promise<void> {
  await context.addInitScript((stored) => {
    // Only into an untouched storage: a logout in the test has to hold.
    if (sessionStorage.getItem("entered-panel") !== null) return;
    sessionStorage.setItem("entered-panel", "yes");
    localStorage.setItem("pointhouse.adminToken", stored);
    localStorage.setItem("adminAuthenticated", "true");
  }, token);
}
