import * as texts from "./texts/en";
/** What went wrong with a call, in one shape for refusals of the server and for a lost connection. */
export class CallFailure extends Error {
  /** The server's stable code, or one of `connection_lost`, `timeout`, `empty_response`. */
  readonly error: string;
  /** Messages by field name; empty unless `error` is `validation`. */
  readonly fields: Readonly<Record<string, string>>;
  /** The HTTP status, 0 when no answer arrived. */
  readonly status: number;
  /** The server's own words, null when it said nothing (`message` then says what can be said). */
  readonly said: string | null;
  /** What the answer held, word for word and cut to a length that can be shown; empty without one. */
  readonly body: string;
  /** Seconds to wait before trying again (429 with Retry-After), else null. */
  readonly retryAfterSeconds: number | null;

  constructor(failure: {
    error: string;
    message: string;
    status: number;
    said?: string | null;
    body?: string;
    fields?: Readonly<Record<string, string>>;
    retryAfterSeconds?: number | null;
  }) {
    super(failure.message);
    this.name = "CallFailure";
    this.error = failure.error;
    this.status = failure.status;
    this.said = failure.said ?? null;
    this.body = failure.body ?? "";
    this.fields = failure.fields ?? {};
    this.retryAfterSeconds = failure.retryAfterSeconds ?? null;
  }

  /** True when nobody knows whether the server acted: no answer arrived at all. */
  get isLost(): boolean {
    return this.error === "connection_lost" || this.error === "timeout";
  }
}

/** Turns whatever was thrown into a failure that can be shown. */
export function asFailure(thrown: unknown): CallFailure {
  if (thrown instanceof CallFailure) return thrown;
  return new CallFailure({
    error: "unexpected",
    message: texts.somethingWentWrongPlease,
    status: 0,
  });
}
