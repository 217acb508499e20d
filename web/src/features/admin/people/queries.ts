import { queryOptions } from "@tanstack/react-query";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";
import { firstStepsQuery } from "../status/first-steps";

type Schemas = components["schemas"];
export type Person = Schemas["Person"];
export type Restored = Schemas["Restored"];
export type Invitation = Schemas["Invitation"];
export type AreaRights = Schemas["AreaRights"];
export type InviteOrder = Schemas["InviteOrder"];
export type NewInvitation = Schemas["NewInvitation"];
export type InvitedRole = Exclude<Schemas["Role"], "owner">;

/** How often the list is read: no event says that a person joined or logged in. */
const READ_MS = 30_000;

export const peopleQuery = queryOptions({
  queryKey: ["admin", "people"],
  queryFn: () => answer(adminApi.GET("/api/admin/people")),
  staleTime: 0,
  refetchInterval: READ_MS,
});

/** Changes something and reads the list again, after a refusal, too: it may be out of date. */
async function change<Answer>(
  call: Promise<{ data?: Answer; response: Response }>,
): Promise<Answer> {
  try {
    return await answer(call);
  } finally {
    await queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey });
  }
}

/** What the owner has to check after a restore; `restored` is null when there is nothing. */
export const restoredQuery = queryOptions({
  queryKey: ["admin", "people", "restored"],
  queryFn: () => answer(adminApi.GET("/api/admin/people/restored")),
  staleTime: 0,
});

/** Lets a person log in again after a restore. */
export const confirmPerson = (id: number) =>
  change(adminApi.POST("/api/admin/people/{id}/confirm", of(id)));

/** Ends the check after a restore, when nobody waits. */
export async function endRestoreCheck(): Promise<void> {
  await change(adminApi.DELETE("/api/admin/people/restored"));
  // The notice on the dashboard goes with it.
  await queryClient.invalidateQueries({ queryKey: firstStepsQuery.queryKey });
}

/** Requires a second factor of all people, or of none. */
export const requireSecondFactor = (required: boolean) =>
  change(adminApi.PUT("/api/admin/people/second-factor", { body: { required } }));

/** Says which member account is a person's own one; an empty name says that there is none. */
export const setAccount = (id: number, username: string) =>
  change(adminApi.PUT("/api/admin/people/{id}/account", { ...of(id), body: { username } }));

/** Removes the second factors of a person who has lost them. */
export const resetSecondFactor = (id: number) =>
  change(adminApi.DELETE("/api/admin/people/{id}/second-factor", of(id)));

const of = (id: number) => ({ params: { path: { id } } });

/**
 * Invites a person. The code is in no other answer.
 * @throws {CallFailure} as the functions below
 */
export const invite = (body: InviteOrder): Promise<NewInvitation> =>
  change(adminApi.POST("/api/admin/people/invitations", { body }));

export const withdraw = (id: number) =>
  change(adminApi.DELETE("/api/admin/people/invitations/{id}", of(id)));

export const changeRole = (id: number, role: InvitedRole) =>
  change(adminApi.PUT("/api/admin/people/{id}", { ...of(id), body: { role } }));

export const signOut = (id: number) =>
  change(adminApi.POST("/api/admin/people/{id}/sign-out", of(id)));

export const remove = (id: number) => change(adminApi.DELETE("/api/admin/people/{id}", of(id)));
