import { callsAs } from "@/wire/http";
import type { Member } from "./store";

/** How a member stands to the chat (decisions D5). */
export type KickStanding = {
  success: boolean;
  enabled: boolean;
  signIn: boolean;
  commands: boolean;
  command: string;
  linked: { username: string; by: "oauth" | "chat"; linkedAt: string } | null;
  pending: AskedLink[];
};

/** Somebody in the chat who says to be this member. */
export type AskedLink = { id: string; username: string; askedAt: string; expiresAt: string };

type Answers<Body> = { responses: { 200: { content: { "application/json": Body } } } };
type Takes<Body> = { requestBody: { content: { "application/json": Body } } };
type Way = { success: boolean; url: string };
type Entry = { success: boolean; message: string; token: string; user: Member };

type KickCalls = {
  "/api/kick/me": { get: Answers<KickStanding> };
  "/api/kick/link": { delete: Answers<KickStanding> };
  "/api/kick/link/start": { post: Answers<Way> & Takes<object> };
  "/api/kick/link/confirm": { post: Answers<KickStanding> & Takes<{ id: string }> };
  "/api/kick/link/refuse": { post: Answers<KickStanding> & Takes<{ id: string }> };
  "/api/kick/sign-in/start": {
    post: Answers<Way> & Takes<{ remember?: boolean; redirect?: string }>;
  };
  "/api/kick/sign-in/finish": { post: Answers<Entry> & Takes<{ ticket: string }> };
};

export const kickApi = callsAs<KickCalls>();
