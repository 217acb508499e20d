import { callsAs } from "@/wire/http";
import type { Member } from "./store";

type Answers<Body> = { responses: { 200: { content: { "application/json": Body } } } };
type Takes<Body> = { requestBody: { content: { "application/json": Body } } };
type Way = { success: boolean; url: string };
type Entry = { success: boolean; message: string; token: string; user: Member };

type VisitCalls = {
  "/api/kick/link/start": { post: Answers<Way> & Takes<object> };
  "/api/kick/sign-in/start": {
    post: Answers<Way> & Takes<{ remember?: boolean; redirect?: string }>;
  };
  "/api/kick/sign-in/finish": { post: Answers<Entry> & Takes<{ ticket: string }> };
};

/** The calls around a visit to Kick. */
export const kickApi = callsAs<VisitCalls>();
