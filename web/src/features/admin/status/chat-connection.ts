import { queryOptions } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { answer } from "@/wire/http";
import { adminApi } from "../session/actions";

const connectionQuery = queryOptions({
  queryKey: ["admin", "chat-connection"],
  queryFn: () => answer(adminApi.GET("/api/admin/chat/connection")),
  staleTime: 0,
});

/** Since when Kick refuses the connected channel; null while it doesn't, or nothing is known. */
export function useChatEnd(): string | null {
  const { data } = useLive(connectionQuery, { on: { chatConnectionChanged: () => stale } });
  return data?.endedAt ?? null;
}
