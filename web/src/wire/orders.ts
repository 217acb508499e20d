import { asFailure, CallFailure } from "./failure";
import { randomHex } from "./random";

/** The header that makes the server act at most once on an order. */
export type OrderHeaders = { "Idempotency-Key": string };

export type Orders = {
  /**
   * Sends an order that moves points, and once more with the same key when no answer came. Until an
   * answer names its outcome, the same order keeps its key, also over a reload.
   * @throws {CallFailure}
   */
  give: <Answer>(
    order: unknown,
    send: (headers: OrderHeaders) => Promise<Answer>,
  ) => Promise<Answer>;
  /** Forgets the key of an order whose outcome was read from the server in another way. */
  close: (order: unknown) => void;
  /** Forgets every key: the session that gave the orders is over. */
  endSession: () => void;
};

/** Answers about the caller or the moment: an earlier try of the same order may have succeeded. */
const UNDECIDED_STATUSES: ReadonlySet<number> = new Set([401, 408, 425, 429]);
const UNDECIDED_ERRORS: ReadonlySet<string> = new Set(["forbidden", "account_inactive"]);
const SESSION_ENDED = "session_ended";

/** Whether the server itself has not answered: no answer came, or one of something in between. */
export function hasNoAnswer(thrown: unknown): boolean {
  const failure = asFailure(thrown);
  // Codes that begin like this are made up here for answers that carry none of the server's.
  return failure.isLost || failure.error === "empty_response" || failure.error.startsWith("http_");
}

/** Whether the order may have been carried out, or may still be, although the call failed. */
export function isUndecided(thrown: unknown): boolean {
  const { error, status } = asFailure(thrown);
  if (error === SESSION_ENDED) return false;
  if (hasNoAnswer(thrown) || status < 400 || status >= 500) return true;
  return UNDECIDED_STATUSES.has(status) || UNDECIDED_ERRORS.has(error);
}

/**
 * The orders of one kind of session, with their keys in the session storage under `name`.
 * @param owner names who gives the orders now; keys of another owner are not used.
 */
export function ordersOf(name: string, owner: () => string): Orders {
  const keys = keptKeys(name, owner);
  let session = 0;

  const give: Orders["give"] = async (order, send) => {
    const text = JSON.stringify(order);
    const key = keys.read()[text] ?? randomHex(16);
    const given = session;
    keys.write({ ...keys.read(), [text]: key });
    // An order never goes out for the next member, and its answer is not theirs either.
    const attempt = () =>
      send({ "Idempotency-Key": key }).finally(() => {
        if (given !== session) throw sessionEnded();
      });
    try {
      const answer = await attempt().catch((thrown: unknown) => {
        if (!asFailure(thrown).isLost) throw thrown;
        return attempt();
      });
      close(order);
      return answer;
    } catch (thrown) {
      if (!isUndecided(thrown)) close(order);
      throw thrown;
    }
  };
  const close = (order: unknown) => {
    const { [JSON.stringify(order)]: _, ...others } = keys.read();
    keys.write(others);
  };
  const endSession = () => {
    session += 1;
    keys.write({});
  };
  return { give, close, endSession };
}

type Keys = Readonly<Record<string, string>>;

/** Keys by the text of their order. A browser that forbids storage keeps them until a reload. */
function keptKeys(name: string, owner: () => string) {
  let memory: string | null = null;
  const read = (): Keys => {
    try {
      memory = sessionStorage.getItem(name);
    } catch {
      // The copy in memory is used.
    }
    const kept: unknown = JSON.parse(memory ?? "null");
    return isKept(kept) && kept.owner === owner() ? kept.keys : {};
  };
  const write = (keys: Keys) => {
    memory = Object.keys(keys).length === 0 ? null : JSON.stringify({ owner: owner(), keys });
    try {
      if (memory === null) sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, memory);
    } catch {
      // The copy in memory is used.
    }
  };
  return { read, write };
}

function isKept(value: unknown): value is { owner: string; keys: Keys } {
  return typeof value === "object" && value !== null && "owner" in value && "keys" in value;
}

function sessionEnded(): CallFailure {
  const said = "Your session has ended. Please log in again.";
  return new CallFailure({ error: SESSION_ENDED, message: said, said, status: 0 });
}
