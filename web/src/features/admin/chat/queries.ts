import { queryOptions } from "@tanstack/react-query";
import { answer, callsAs } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { asAdmin } from "../session/actions";

/** How the site stands to the chat of the streaming platform (decisions D5). */
export type ChatStanding = {
  success: boolean;
  configured: boolean;
  connected: ConnectedChannel | null;
  connectionError: string | null;
  live: { isLive: boolean; since: string } | null;
  redirectUrl: string;
  webhookUrl: string;
  subscriptions: ChatSubscription[];
  events: {
    accepted: number;
    refused: { signature: number; age: number; repeat: number; channel: number; shape: number };
    lastAt: string | null;
  };
  replies: { bot: number; user: number; failed: number; lastError: string | null };
  commands: boolean;
  cooldownSeconds: number;
  verifyMinutes: number;
  pointsForChatting: number;
  chattingWindowMinutes: number;
  chattingDailyMax: number;
  signIn: boolean;
};

export type ConnectedChannel = {
  userId: string;
  username: string;
  since: string;
  scopes: string[];
};

export type ChatSubscription = {
  event: string;
  state: "active" | "missing" | "failed";
  checkedAt: string | null;
  error: string | null;
};

type Answers<Body> = { responses: { 200: { content: { "application/json": Body } } } };

type ChatCalls = {
  "/api/admin/chat": { get: Answers<ChatStanding>; delete: Answers<ChatStanding> };
  "/api/admin/chat/connect": { post: Answers<{ success: boolean; url: string }> };
  "/api/admin/chat/check": { post: Answers<ChatStanding> };
};

const chatApi = callsAs<ChatCalls>(asAdmin);

/** How often the page is read while it is in sight. */
const READ_MS = 10_000;

export const chatQuery = queryOptions({
  queryKey: ["admin", "chat"],
  queryFn: (): Promise<ChatStanding> => answer(chatApi.GET("/api/admin/chat")),
  staleTime: 0,
  refetchInterval: READ_MS,
  refetchIntervalInBackground: false,
});

/** Where Kick asks the streamer whether the site may. */
export function startConnect(): Promise<{ url: string }> {
  return answer(chatApi.POST("/api/admin/chat/connect"));
}

/**
 * Lets go of the channel.
 * @throws {CallFailure}
 */
export async function disconnect(): Promise<void> {
  await keep(answer(chatApi.DELETE("/api/admin/chat")));
}

/**
 * Looks now whether Kick still delivers, and asks for what is missing.
 * @throws {CallFailure}
 */
export async function checkNow(): Promise<void> {
  await keep(answer(chatApi.POST("/api/admin/chat/check")));
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
