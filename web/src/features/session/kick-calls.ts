import { callsAs } from "@/wire/http";
import type { Member } from "./store";

/** Somebody in the chat who says to be this member. */
export type KickRequest = { id: string; username: string; askedAt: string; expiresAt: string };

/** How a member stands to the chat (decisions D5). */
export type KickState = {
  success: boolean;
  /** The site is connected to the chat at all. */
  enabled: boolean;
  /** Members may sign in with Kick. */
  signIn: boolean;
  /** What to write in the chat: "!verify CODE". */
  command: string;
  linked: { username: string; by: "oauth" | "chat"; linkedAt: string } | null;
  pending: KickRequest[];
};

type Answers<Body> = { responses: { 200: { content: { "application/json": Body } } } };
type Takes<Body> = { requestBody: { content: { "application/json": Body } } };
type Done = { success: boolean };
type Way = { success: boolean; url: string };
type Entry = { success: boolean; message: string; token: string; user: Member };

type KickCalls = {
  "/api/kick/me": { get: Answers<KickState> };
  "/api/kick/link": { delete: Answers<Done> };
  "/api/kick/link/start": { post: Answers<Way> & Takes<object> };
  "/api/kick/link/confirm": { post: Answers<Done> & Takes<{ id: string }> };
  "/api/kick/link/refuse": { post: Answers<Done> & Takes<{ id: string }> };
  "/api/kick/sign-in/start": {
    post: Answers<Way> & Takes<{ remember?: boolean; redirect?: string }>;
  };
  "/api/kick/sign-in/finish": { post: Answers<Entry> & Takes<{ ticket: string }> };
};

export const kickApi = callsAs<KickCalls>();
