import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { adminApi } from "../session/actions";
import { meQuery } from "../session/rights";
import { keepAdminToken } from "../session/store";

const reread = () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey });

/** @throws {CallFailure} */
export async function rename(name: string): Promise<void> {
  await answer(adminApi.PUT("/api/admin/me", { body: { name } }));
  await reread();
}

/**
 * Says which member account is the person's own one; an empty name says that there is none.
 * @throws {CallFailure}
 */
export async function nameAccount(username: string): Promise<void> {
  try {
    await answer(adminApi.PUT("/api/admin/me/account", { body: { username } }));
  } finally {
    await reread();
  }
}

export type NewPassword = { currentPassword: string; newPassword: string };

/**
 * Sets another password. All sessions end; this browser goes on with a new one.
 * @throws {CallFailure}
 */
export async function changePassword(body: NewPassword): Promise<void> {
  const { token } = await answer(adminApi.PUT("/api/admin/me/password", { body }));
  keepAdminToken(token);
}
