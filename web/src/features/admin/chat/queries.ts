import { queryOptions } from "@tanstack/react-query";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";

/** How the site stands to the chat of the streaming platform (docs/decisions.md, D5). */
export type ChatStanding = components["schemas"]["ChatStanding"];
export type ConnectedChannel = components["schemas"]["ConnectedChannel"];
export type ChatSubscription = components["schemas"]["ChatSubscription"];

/** How often the page is read while it is in sight. */
const READ_MS = 10_000;

export const chatQuery = queryOptions({
  queryKey: ["admin", "chat"],
  queryFn: (): Promise<ChatStanding> => answer(adminApi.GET("/api/admin/chat")),
  staleTime: 0,
  refetchInterval: READ_MS,
  refetchIntervalInBackground: false,
});

/** Where Kick asks the streamer whether the site may. */
export function startConnect(): Promise<{ url: string }> {
  return answer(adminApi.POST("/api/admin/chat/connect"));
}

/**
 * Lets go of the channel.
 * @throws {CallFailure}
 */
export async function disconnect(): Promise<void> {
  await keep(answer(adminApi.DELETE("/api/admin/chat")));
}

/**
 * Looks now whether Kick still delivers, and asks for what is missing.
 * @throws {CallFailure}
 */
export async function checkNow(): Promise<void> {
  await keep(answer(adminApi.POST("/api/admin/chat/check")));
}

/** The answer says how it stands now. What was asked before it must not undo that. */
async function keep(call: Promise<ChatStanding>): Promise<void> {
  const { queryKey } = chatQuery;
  try {
    const standing = await call;
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, standing);
  } catch (thrown) {
    void queryClient.invalidateQueries({ queryKey });
    throw thrown;
  }
}
