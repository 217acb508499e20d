import type { APIRequestContext } from "@playwright/test";
import { expect, freshName } from "./house";
import { logInByCall } from "./people";

/** A hunt by an id and a name that no other has. */
export type Opened = { id: string; name: string };

/** Removes a hunt: the open one is what sources of the overlay show. */
export async function removeHunt(request: APIRequestContext, { id }: Opened): Promise<void> {
  const headers = { Authorization: `Bearer ${await logInByCall(request)}` };
  const answer = await request.delete(`/api/admin/hunts/${id}`, { headers });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function adminPost(request: APIRequestContext, path: string, data: object): Promise<void> {
  const headers = { Authorization: `Bearer ${await logInByCall(request)}` };
  const answer = await request.post(path, { headers, data });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBeLessThan(300);
}

/** A slot as it is added. */
type Added = { slotName: string; betAmount: number; hasTip?: boolean };

const usual: readonly Added[] = [
  { slotName: "Mental", betAmount: 2 },
  { slotName: "San Quentin", betAmount: 1 },
];

/** Makes a hunt of a hundred dollars with slots that are not opened, 1 being the first. */
export async function openHunt(
  request: APIRequestContext,
  slots: readonly Added[] = usual,
): Promise<Opened> {
  const id = freshName();
  const hunt = { id, name: `Hunt ${id}` };
  const { name } = hunt;
  await adminPost(request, "/api/admin/hunts", { customId: id, name, startingBalance: 100 });
  for (const slot of slots)
    await adminPost(request, `/api/admin/hunts/${id}/slots`, {
      provider: "Nolimit",
      calledBy: "matilda",
      opened: false,
      ...slot,
    });
  return hunt;
}

/** Opens a slot with what it paid, as Press Play does. */
export async function playSlot(
  request: APIRequestContext,
  { id }: Opened,
  slot: string,
  winAmount: number,
): Promise<void> {
  await adminPost(request, `/api/admin/hunts/${id}/slots/${slot}/play`, { winAmount });
}
