import { queryOptions } from "@tanstack/react-query";
import { answer, callsAs } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { asAdmin } from "../session/actions";

export type Connection = {
  userId: string | number;
  username: string;
  since: string;
  scopes: string[];
};

export type Subscription = {
  event: string;
  state: "active" | "missing" | "failed";
  checkedAt: string | null;
  error: string | null;
};

/** How the site stands to the chat of the streaming platform (decisions D5). */
export type ChatState = {
  success: boolean;
  /** The configuration says which app the site is at Kick. */
  configured: boolean;
  connected: Connection | null;
  /** Null as long as nobody has said. */
  live: { isLive: boolean; since: string | null } | null;
  redirectUrl: string;
  webhookUrl: string;
  subscriptions: Subscription[];
  events: {
    accepted: number;
    refused: { signature: number; age: number; repeat: number; channel: number; shape: number };
    lastAt: string | null;
  };
  replies: { bot: number; user: number; failed: number; lastError: string | null };
  commands: boolean;
  cooldownSeconds: number;
  /** What a viewer gets for writing while the stream is live; 0 for nothing. */
  pointsForChatting: number;
};

type Answers<Body> = { responses: { 200: { content: { "application/json": Body } } } };

type ChatCalls = {
  "/api/admin/chat": { get: Answers<ChatState>; delete: Answers<{ success: boolean }> };
  "/api/admin/chat/connect": { post: Answers<{ success: boolean; url: string }> };
  "/api/admin/chat/check": { post: Answers<{ success: boolean }> };
};

const chatApi = callsAs<ChatCalls>(asAdmin);

/** How often the page is read while it is in sight. */
const READ_MS = 10_000;

export const chatQuery = queryOptions({
  queryKey: ["admin", "chat"],
  queryFn: (): Promise<ChatState> => answer(chatApi.GET("/api/admin/chat")),
  staleTime: 0,
  refetchInterval: READ_MS,
  refetchIntervalInBackground: false,
});

const reread = () => queryClient.invalidateQueries({ queryKey: chatQuery.queryKey });

/** Where Kick asks the streamer whether the site may. */
export function startConnect(): Promise<{ url: string }> {
  return answer(chatApi.POST("/api/admin/chat/connect"));
}

/** @throws {CallFailure} */
export async function disconnect(): Promise<void> {
  await answer(chatApi.DELETE("/api/admin/chat"));
  await reread();
}

/**
 * Asks Kick now what it tells the site, and for what is missing.
 * @throws {CallFailure}
 */
export async function checkNow(): Promise<void> {
  try {
    await answer(chatApi.POST("/api/admin/chat/check"));
  } finally {
    await reread();
  }
}
