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

/** The token of a person who was invited with a role and has joined. */
export async function joinAs(
  request: APIRequestContext,
  role: "admin" | "moderator",
  name = freshName(),
): Promise<string> {
  const headers = { Authorization: `Bearer ${await logInByCall(request)}` };
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
