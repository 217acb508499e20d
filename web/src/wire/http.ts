import type { Client } from "openapi-fetch";
import { createClient } from "./client";
import { bypassToken, noteTurnedAway } from "./closed-site";
import { CallFailure } from "./failure";
import type { paths } from "./schema";
import { noteServerDate } from "./server-clock";
import * as texts from "./texts/en";

/** A call without an answer after this long counts as lost. */
const CALL_TIMEOUT_MS = 30_000;
/** The same for a call that sends a file, which may be a whole backup on a slow line, or that writes a backup. */
const FILE_TIMEOUT_MS = 60 * 60_000;
/** Characters that are kept of an answer that nobody understood. */
const BODY_MAX = 1_000;
/** The server's code for a token that it does not accept, or no longer. */
const UNAUTHORIZED = "unauthorized";
/** The server's code for a call that needs a fresh proof of who makes it. */
const NEEDS_PROOF = "proof";

type Credentials = {
  token: () => string | null;
  /** Called when the server no longer accepts the token that was sent. */
  onRefused: (token: string) => void;
  /** Whether the server has refused the token already. Calls then fail here, without being sent. */
  hasEnded?: () => boolean;
  /** Asks for a proof that a call ("PUT /api/sign-in/app", with its query) needs. Whether it was given. */
  prove?: (call: string) => Promise<boolean>;
  /** Shown in place of the server's message when it refuses the token. */
  refusedMessage?: string;
};

let credentials: Credentials = { token: () => null, onRefused: () => undefined };

/** The session tells the wire which token to send; the wire knows nothing else about sessions. */
export function setCredentials(next: Credentials): void {
  credentials = next;
}

/** The typed client. Every call through it goes through `send`; unwrap its answers with `answer`. */
export const api: Client<paths> = callsAs();

/**
 * A second client for somebody else in this browser: it sends their token and never the member's.
 * Without somebody it speaks for whoever is signed in.
 */
export function callsAs(somebody?: Credentials): Client<paths> {
  return createClient<paths>((request) => sendProved(request, somebody ?? credentials));
}

/**
 * The body of a successful answer.
 * @throws {CallFailure} for every refusal, a lost connection, a timeout and an empty response.
 */
export async function answer<T>(call: Promise<{ data?: T; response: Response }>): Promise<T> {
  const { data } = await call;
  if (data === undefined) throw emptyResponse(0);
  return data;
}

/** Sends a call, and once more after the proof that the server has asked for. */
async function sendProved(request: Request, caller: Credentials): Promise<Response> {
  const again = caller.prove === undefined ? null : request.clone();
  const token = caller.token();
  try {
    return await send(request, caller);
  } catch (thrown) {
    const isAsked = thrown instanceof CallFailure && thrown.error === NEEDS_PROOF;
    if (!isAsked || again === null) throw thrown;
    const { pathname, search } = new URL(again.url);
    const call = `${again.method} ${pathname}${search}`;
    if ((await caller.prove?.(call)) !== true) throw thrown;
    // Another account must not send what this one asked for.
    if (caller.token() !== token) throw thrown;
    return send(again, caller);
  }
}

async function send(request: Request, caller: Credentials): Promise<Response> {
  const token = caller.token();
  if (token !== null && caller.hasEnded?.() === true) {
    caller.onRefused(token);
    throw refusedToken(caller);
  }
  const headers = new Headers(request.headers);
  headers.set("Accept", "application/json");
  if (token !== null && !headers.has("Authorization"))
    headers.set("Authorization", `Bearer ${token}`);
  const bypass = bypassToken();
  if (bypass !== null) headers.set("X-Maintenance-Bypass", bypass);

  let text: string;
  let response: Response;
  try {
    response = await fetch(new Request(request, { headers }), {
      signal: AbortSignal.timeout(takesLong(request) ? FILE_TIMEOUT_MS : CALL_TIMEOUT_MS),
    });
    if (isFile(response)) return new Response(await response.arrayBuffer());
    text = await response.text();
  } catch (thrown) {
    throw lostCall(thrown);
  }
  noteServerDate(response.headers.get("Date"));

  const body = parseObject(text);
  // A wrong password is a 401 too; only `unauthorized` speaks of the token.
  if (response.status === 401 && token !== null && body?.error === UNAUTHORIZED) {
    caller.onRefused(token);
    if (caller.refusedMessage !== undefined) throw refusedToken(caller);
  }
  if (response.status === 503 && body?.error === "maintenance") noteTurnedAway(bypass);
  if (!response.ok) throw refusal(response, body, text);
  if (body === null) throw emptyResponse(response.status);
  if (body?.success === false) throw refusal(response, body, text);
  const tag = response.headers.get("ETag");
  return new Response(text, {
    status: response.status,
    headers: { "Content-Type": "application/json", ...(tag !== null && { ETag: tag }) },
  });
}

const FILE_TYPE = "application/octet-stream";

/** Whether a file is sent, or the server writes a backup before it answers. */
const takesLong = ({ headers, url }: Request) =>
  headers.get("Content-Type") === FILE_TYPE || url.includes("/admin/backup");

/** Files and tables are handed on byte for byte: decoding would drop a table's byte order mark. */
function isFile({ ok, headers }: Response): boolean {
  const type = headers.get("Content-Type") ?? "";
  return ok && [FILE_TYPE, "text/csv"].some((kind) => type.startsWith(kind));
}

function lostCall(thrown: unknown): CallFailure {
  const timedOut = thrown instanceof DOMException && thrown.name === "TimeoutError";
  return timedOut
    ? new CallFailure({
        error: "timeout",
        message: texts.serverTookTooLong,
        status: 0,
      })
    : new CallFailure({
        error: "connection_lost",
        message: texts.connectionLostPleaseCheck,
        status: 0,
      });
}

function refusedToken({ refusedMessage: said = texts.pleaseLog }: Credentials): CallFailure {
  return new CallFailure({ error: UNAUTHORIZED, message: said, said, status: 401 });
}

function emptyResponse(status: number): CallFailure {
  return new CallFailure({
    error: "empty_response",
    message: texts.serverSentEmptyAnswer,
    status,
  });
}

function refusal(
  response: Response,
  body: Record<string, unknown> | null,
  text: string,
): CallFailure {
  const retryAfter = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
  const said = typeof body?.message === "string" && body.message !== "" ? body.message : null;
  return new CallFailure({
    error: typeof body?.error === "string" ? body.error : `http_${response.status}`,
    message: said ?? texts.serverCouldNotDo,
    said,
    status: response.status,
    body: text.slice(0, BODY_MAX),
    fields: textFields(body?.fields),
    retryAfterSeconds: Number.isFinite(retryAfter) ? Math.max(0, retryAfter) : null,
  });
}

function textFields(fields: unknown): Record<string, string> {
  if (typeof fields !== "object" || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

/** Bare arrays are answers too; anything else that is not an object counts as empty. */
function parseObject(text: string): Record<string, unknown> | null {
  if (text.trim() === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
