import type { APIRequestContext, Page } from "@playwright/test";
import { expect, freshName, type Newcomer, PASSWORD } from "./house";
import { logInByCall } from "./people";

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

async function adminHeaders(request: APIRequestContext): Promise<Record<string, string>> {
  return { Authorization: `Bearer ${await logInByCall(request)}` };
}

/** A giveaway that has just opened, by a title that no other has. */
export type Opened = { id: string; title: string };

/** Opens a giveaway; what is left out is a ticket for 100 points and two hours of time. */
export async function openGiveaway(
  request: APIRequestContext,
  change: object = {},
): Promise<Opened> {
  const title = `Drop ${freshName()}`;
  const data = {
    title,
    description: "For everybody in the chat.",
    prize: "$50 gift card",
    startTime: inHours(-0.5),
    endTime: inHours(2),
    entryType: "paid",
    entryCost: 100,
    ...change,
  };
  const headers = await adminHeaders(request);
  const answer = await request.post("/api/giveaways", { headers, data });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  const list = await request.get("/api/giveaways");
  const { giveaways }: { giveaways: Opened[] } = await list.json();
  const id = giveaways.find((giveaway) => giveaway.title === title)?.id;
  if (id === undefined) throw new Error(`${title} is not on the list.`);
  return { id, title };
}

/** Starts a giveaway now that the form would start 30 seconds after it is saved. */
export async function startGiveaway(request: APIRequestContext, { id }: Opened): Promise<void> {
  const headers = await adminHeaders(request);
  const list = await request.get("/api/giveaways");
  const { giveaways }: { giveaways: { id: string }[] } = await list.json();
  const draft = { ...giveaways.find((one) => one.id === id), startTime: inHours(0) };
  const answer = await request.put(`/api/giveaways/${id}`, { headers, data: draft });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Ends a giveaway before its time, as the button of the admin's page does. */
export async function endGiveaway(request: APIRequestContext, { id }: Opened): Promise<void> {
  const headers = await adminHeaders(request);
  const answer = await request.post(`/api/giveaways/${id}/end`, { headers, data: {} });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Another member, without points. */
export async function signUpAnother(request: APIRequestContext): Promise<Newcomer> {
  const username = freshName();
  const email = `${username}@example.com`;
  const data = { username, email, password: PASSWORD };
  const answer = await request.post("/api/auth/signup", { data });
  expect(answer.status(), await answer.text()).toBe(201);
  const { user, token }: { user: { id: string }; token: string } = await answer.json();
  return { id: user.id, username, email, token };
}

/** Enters a giveaway as this member, without a page. */
export async function enterByCall(
  request: APIRequestContext,
  member: Newcomer,
  { id }: Opened,
  order: { entryType: "free" | "paid"; entryCost: number; ticketCount: number },
): Promise<void> {
  const answer = await request.post(`/api/giveaways/${id}/entries`, {
    headers: { Authorization: `Bearer ${member.token}` },
    data: order,
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Opens a page and waits until pushes are heard: what changes after that has been pushed. */
export async function visit(page: Page, path: string): Promise<void> {
  const connected = page
    .waitForEvent("websocket")
    .then((socket) => socket.waitForEvent("framereceived"));
  await page.goto(path);
  await connected;
}
