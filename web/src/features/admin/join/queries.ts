import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "@/wire/http";
import { beginInvited } from "../session/actions";

/** The invitation of a code. A wrong code counts as a wrong password, so it is not asked for twice. */
export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ["invitation", code],
    queryFn: async () =>
      (await answer(api.POST("/api/admin/invitation", { body: { code } }))).invitation,
    enabled: code !== "",
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/**
 * Accepts an invitation, and logs the person in.
 * @throws {CallFailure}
 */
export async function join(order: { code: string; password: string }): Promise<void> {
  const { token } = await answer(api.POST("/api/admin/join", { body: order }));
  beginInvited(token);
}
