import { asFailure, CallFailure } from "./failure";
import { randomHex } from "./random";
import { type StoredOptions, stored } from "./storage";
import * as texts from "./texts/en";

/** The header with which the server carries out a request at most once. */
export type SubmitHeaders = { "Idempotency-Key": string };

export type Submitter = {
  /**
   * Sends a request that changes something, and once more with the same key when no answer came. Until
   * an answer says what came of it, the same request keeps its key, also over a reload.
   * @param request what tells this request from others: all that its call contains.
   * @throws {CallFailure}
   */
  submit: <Answer>(
    request: unknown,
    send: (headers: SubmitHeaders) => Promise<Answer>,
  ) => Promise<Answer>;
  /** Forgets the key of a request whose outcome was read from the server in another way. */
  forget: (request: unknown) => void;
  /** Forgets every key: the session that sent the requests is over. */
  endSession: () => void;
};

/** Shown with the error of a submitted request while `isOutcomeUnknown`. */
export const UNKNOWN_OUTCOME = texts.weDontKnowYet;

/** The same for a change without a key, which a second try would make twice. */
export const UNKNOWN_CHANGE = texts.weDontKnowYetWhether;

/** Answers about the caller or the moment: an earlier try of the same request may have succeeded. */
const UNDECIDED_STATUSES: ReadonlySet<number> = new Set([401, 408, 425, 429]);
const UNDECIDED_ERRORS: ReadonlySet<string> = new Set(["forbidden", "account_inactive"]);
const SESSION_ENDED = "session_ended";

/** Whether the server itself has not answered: no answer came, or one of something in between. */
export function hasNoAnswer(thrown: unknown): boolean {
  const failure = asFailure(thrown);
  // Codes that begin like this are made up here for answers that carry none of the server's.
  return failure.isLost || failure.error === "empty_response" || failure.error.startsWith("http_");
}

/** Whether the request may have been carried out, or may still be, although the call failed. */
export function isOutcomeUnknown(thrown: unknown): boolean {
  const { error, status } = asFailure(thrown);
  if (error === SESSION_ENDED) return false;
  if (hasNoAnswer(thrown) || status < 400 || status >= 500) return true;
  return UNDECIDED_STATUSES.has(status) || UNDECIDED_ERRORS.has(error);
}

/**
 * The same for a change that was sent once, without a key: there is no earlier try that may have
 * succeeded, so every refusal by the server is final.
 */
export function isChangeUnknown(thrown: unknown): boolean {
  return hasNoAnswer(thrown) || asFailure(thrown).error === "internal";
}

/** What to add to the message of a change without a key that failed; nothing when it was refused. */
export function unknownChange(thrown: unknown): string | undefined {
  return isChangeUnknown(thrown) ? UNKNOWN_CHANGE : undefined;
}

/**
 * Submits the requests of one kind of session, with their keys in the session storage under `name`.
 * @param owner identifies who submits now; keys of another owner are not used.
 */
export function createSubmitter(
  name: StoredOptions<unknown>["name"],
  owner: () => string,
): Submitter {
  const keys = storedKeys(name, owner);
  let session = 0;

  const submit: Submitter["submit"] = async (request, send) => {
    const text = JSON.stringify(request);
    const key = keys.read()[text] ?? randomHex(16);
    const startedIn = session;
    keys.write({ ...keys.read(), [text]: key });
    // A request never goes out for the next member, and its answer is not theirs either.
    const attempt = () =>
      send({ "Idempotency-Key": key }).finally(() => {
        if (startedIn !== session) throw sessionEnded();
      });
    try {
      const answer = await attempt().catch((thrown: unknown) => {
        if (!asFailure(thrown).isLost) throw thrown;
        return attempt();
      });
      forget(request);
      return answer;
    } catch (thrown) {
      if (!isOutcomeUnknown(thrown)) forget(request);
      throw thrown;
    }
  };
  const forget = (request: unknown) => {
    const { [JSON.stringify(request)]: _, ...others } = keys.read();
    keys.write(others);
  };
  const endSession = () => {
    session += 1;
    keys.write({});
  };
  return { submit, forget, endSession };
}

type Keys = Readonly<Record<string, string>>;
type OwnedKeys = { owner: string; keys: Keys };

/** Keys by the text of their request. A browser that forbids storage keeps them until a reload. */
function storedKeys(name: StoredOptions<unknown>["name"], owner: () => string) {
  const storage = stored<OwnedKeys>({ name, area: "session", parse: parseKeys });
  /** What the storage has refused to keep. */
  let memory: OwnedKeys | null = null;
  const read = (): Keys => {
    const owned = memory ?? storage.read();
    return owned?.owner === owner() ? owned.keys : {};
  };
  const write = (keys: Keys) => {
    const owned = Object.keys(keys).length === 0 ? null : { owner: owner(), keys };
    try {
      storage.writeOrThrow(owned);
      memory = null;
    } catch {
      memory = owned;
    }
  };
  return { read, write };
}

function parseKeys(value: unknown): OwnedKeys | null {
  if (typeof value !== "object" || value === null) return null;
  const { owner, keys } = value as Partial<OwnedKeys>;
  return typeof owner === "string" && typeof keys === "object" && keys !== null
    ? { owner, keys }
    : null;
}

function sessionEnded(): CallFailure {
  const said = texts.sessionHasEndedPlease;
  return new CallFailure({ error: SESSION_ENDED, message: said, said, status: 0 });
}
