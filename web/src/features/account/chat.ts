import { queryOptions } from "@tanstack/react-query";
import { refreshMember } from "@/features/session/actions";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";

export type KickStanding = components["schemas"]["KickStanding"];
export type AskedLink = components["schemas"]["AskedLink"];

/** How the member stands to the chat (docs/decisions.md, D5). */
export const chatQuery = queryOptions({
  queryKey: ["member", "kick"],
  queryFn: (): Promise<KickStanding> => answer(api.GET("/api/kick/me")),
  // The chat asks while the member looks elsewhere.
  staleTime: 0,
});

/** Reads it again, and the member, who carries the name in the chat. */
async function rereadChat(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: chatQuery.queryKey }),
    refreshMember(),
  ]);
}

/** Where Kick asks the member whether it is them. */
export function startLink(): Promise<{ url: string }> {
  return answer(api.POST("/api/kick/link/start"));
}

/**
 * Says yes or no to what somebody in the chat says.
 * @throws {CallFailure}
 */
export async function decide({ id }: AskedLink, isMine: boolean): Promise<void> {
  await keep(
    answer(
      isMine
        ? api.POST("/api/kick/link/confirm", { body: { id } })
        : api.POST("/api/kick/link/refuse", { body: { id } }),
    ),
  );
}

/** @throws {CallFailure} */
export async function unlink(): Promise<void> {
  await keep(answer(api.DELETE("/api/kick/link")));
}

/**
 * Takes how it stands after a change; what was asked before must not undo that. A refusal tells of
 * something new, too: what stands then is read.
 */
async function keep(call: Promise<KickStanding>): Promise<void> {
  const { queryKey } = chatQuery;
  try {
    const standing = await call;
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, standing);
    void refreshMember();
  } catch (thrown) {
    void rereadChat();
    throw thrown;
  }
}
