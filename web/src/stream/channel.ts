import { noteServerDate, serverNow } from "@/wire/server-clock";
import { recall, remember } from "./memory";
import { keepReading } from "./reading";

/** A call without an answer after this long counts as lost. */
const CALL_TIMEOUT_MS = 15_000;

type Order<Value> = {
  /** Under which its last good answer is kept. */
  name: string;
  path: string;
  everyMs: number;
  /** The body of an answer that the path is not found: the part of the site that it belongs to is off. */
  whenOff?: unknown;
  /** Null for a body that does not say what it should. */
  read: (body: unknown) => Value | null;
  /** `at` is when the server said so, in its own time. */
  onValue: (value: Value, at: number) => void;
};

export type Channel = {
  soon: () => void;
  /** Takes what the server pushed. */
  push: (body: unknown) => void;
};

/** One thing the overlay shows: from the last time at once, then from the server, then by push. */
export function openChannel<Value>(order: Order<Value>): Channel {
  const { name, path, everyMs, whenOff, read, onValue } = order;
  const kept = recall(name);
  const keptValue = kept === null ? null : read(kept.body);
  if (kept !== null && keptValue !== null) onValue(keptValue, kept.at);
  const take = (body: unknown, value: Value) => {
    const at = serverNow();
    remember(name, { at, body });
    onValue(value, at);
  };

  const reading = keepReading({
    everyMs,
    read: async () => {
      const body = await call(path, whenOff);
      const value = read(body);
      if (value === null) throw new Error(`${path} answered something else.`);
      return { body, value };
    },
    onValue: ({ body, value }) => take(body, value),
  });
  return {
    soon: reading.soon,
    push: (body) => {
      const value = read(body);
      if (value === null) return;
      reading.supersede();
      take(body, value);
    },
  };
}

async function call(path: string, whenOff: unknown): Promise<unknown> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), CALL_TIMEOUT_MS);
  try {
    const response = await fetch(path, {
      headers: { Accept: "application/json" },
      credentials: "omit",
      signal: controller.signal,
    });
    if (response.status === 404 && whenOff !== undefined) return whenOff;
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    noteServerDate(response.headers.get("Date"));
    const body: unknown = await response.json();
    return body;
  } finally {
    clearTimeout(timer);
  }
}
