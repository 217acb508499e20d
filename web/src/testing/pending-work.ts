import { vi } from "vitest";

/**
 * Records what code under test has started and not ended: timers, frames, requests and connections.
 *
 * Vitest loads this file before every other one (`setupFiles`), because React's scheduler and others
 * keep the timer functions that they find when they are loaded. The record belongs to the worker: it
 * outlives the modules of one test file.
 */

type Kind = "timeout" | "interval" | "immediate" | "animation frame" | "request";

type Entry = {
  kind: Kind;
  detail: string;
  /** Runs at the end of this turn of the event loop, or of the next one. */
  isSoon: boolean;
  /** Where it was started; the text of the stack is only made for a report. */
  origin: Error;
};

type Worker = {
  entries: Map<unknown, Entry>;
  /** Resolves after one turn of the event loop, by the timers of the platform. */
  nextTurn: () => Promise<void>;
  /** Open connections before the first test. */
  connections: number;
};

/** The parts of a stack that say nothing about who started something. */
const FOREIGN = /<anonymous>|node:internal|\/(?:@?vitest|testing\/pending-work)[^/]*[/.]/;
const ORIGIN_LINES_MAX = 8;

let isFrameStarting = false;

const KEY = Symbol.for("pointhouse.pending-work");
const scope = globalThis as typeof globalThis & { [KEY]?: Worker };
scope[KEY] ??= install();
const worker = scope[KEY];

function install(): Worker {
  const entries = new Map<unknown, Entry>();
  const { setTimeout, setImmediate } = globalThis;
  recordCallback("setTimeout", "clearTimeout", "timeout", entries);
  recordCallback("setInterval", "clearInterval", "interval", entries);
  recordCallback("setImmediate", "clearImmediate", "immediate", entries);
  recordCallback("requestAnimationFrame", "cancelAnimationFrame", "animation frame", entries);
  return {
    entries,
    // One turn is a timeout and an immediate: both queues of the event loop have been emptied.
    nextTurn: () => new Promise((resolve) => setTimeout(() => setImmediate(resolve), 0)),
    connections: connections(),
  };
}

type Start = "setTimeout" | "setInterval" | "setImmediate" | "requestAnimationFrame";
type Stop = "clearTimeout" | "clearInterval" | "clearImmediate" | "cancelAnimationFrame";
type Callback = (...args: unknown[]) => unknown;
type Starter = (callback: Callback, ...rest: unknown[]) => unknown;
type Stopper = (handle: unknown) => void;

function recordCallback(
  start: Start,
  cancel: Stop,
  kind: Kind,
  entries: Map<unknown, Entry>,
): void {
  const target = globalThis as unknown as Record<Start, Starter> & Record<Stop, Stopper>;
  const begin = target[start];
  const end = target[cancel];

  const recorded: Starter = (callback, ...rest) => {
    // jsdom draws its frames in an interval of its own, which ends with the last frame.
    if (isFrameStarting) return begin(callback, ...rest);
    isFrameStarting = kind === "animation frame";
    const handle = begin(
      (...args: unknown[]) => {
        if (kind !== "interval") entries.delete(handle);
        return callback(...args);
      },
      ...rest,
    );
    isFrameStarting = false;
    const delay = kind === "timeout" || kind === "interval" ? Number(rest[0] ?? 0) : 0;
    const isSoon = kind === "immediate" || (kind === "timeout" && delay <= 1);
    const detail = delay > 0 ? `${kind} of ${delay} ms` : kind;
    entries.set(handle, { kind, detail, isSoon, origin: new Error(detail) });
    return handle;
  };
  // util.promisify finds its own version of a timer function on the function.
  target[start] = Object.defineProperties(recorded, Object.getOwnPropertyDescriptors(begin));
  target[cancel] = (handle) => {
    entries.delete(handle);
    end(handle);
  };
}

/** Open connections of this process; what the worker itself uses is of another kind. */
function connections(): number {
  return process.getActiveResourcesInfo().filter((name) => /^(?:TCP|TLS|UDP|GetAddr)/.test(name))
    .length;
}

type Handler<Input> = (input: Input, init: RequestInit) => Promise<Response> | Response;

/** Requests that a test leaves open on purpose. */
const silent = new WeakSet<object>();

/** Replaces the server for this test: every call of `fetch` goes to `handler` and is recorded. */
export function stubFetch<Input extends Request | string = Request>(handler: Handler<Input>): void {
  const recorded = async (input: Input, init: RequestInit = {}): Promise<Response> => {
    const detail = `request ${typeof input === "string" ? input : `${input.method} ${input.url}`}`;
    const key = typeof input === "string" ? Symbol(input) : input;
    const entry: Entry = { kind: "request", detail, isSoon: false, origin: new Error(detail) };
    worker.entries.set(key, entry);
    try {
      return await handler(input, init);
    } finally {
      worker.entries.delete(key);
    }
  };
  vi.stubGlobal("fetch", recorded);
}

/** A server that never answers this request, also not at the end of the test. */
export function neverAnswer(request: Request): Promise<Response> {
  silent.add(request);
  return new Promise(() => undefined);
}

const leftOnPurpose: string[] = [];

/** Expects this one thing to be left at the end of the test, by the text of the report. */
export function leaveOnPurpose(detail: string): void {
  leftOnPurpose.push(detail);
}

/** Lets everything run that is due at once, also what it starts itself, up to a limit. */
export async function flushSoonWork(turnsMax = 50): Promise<void> {
  for (let turn = 0; turn < turnsMax; turn += 1) {
    await worker.nextTurn();
    if (![...worker.entries.values()].some(({ isSoon }) => isSoon)) return;
  }
}

/** Describes everything that is still to come, and ends it, so that the next test starts empty. */
export function takePendingWork(): string[] {
  const left = [...worker.entries];
  worker.entries.clear();
  for (const [handle, { kind }] of left) stop(kind, handle);

  const texts: string[] = [];
  for (const [handle, { detail, origin }] of left) {
    if (typeof handle === "object" && handle !== null && silent.has(handle)) continue;
    const purpose = leftOnPurpose.indexOf(detail);
    if (purpose === -1) texts.push(`${detail}\n${originText(origin)}`);
    else leftOnPurpose.splice(purpose, 1);
  }
  texts.push(...leftOnPurpose.splice(0).map((detail) => `no ${detail}, which was to be left`));
  const open = connections() - worker.connections;
  if (open > 0) texts.push(`${open} open network connection(s)`);
  return texts;
}

function stop(kind: Kind, handle: unknown): void {
  if (kind === "timeout") clearTimeout(handle as NodeJS.Timeout);
  if (kind === "interval") clearInterval(handle as NodeJS.Timeout);
  if (kind === "immediate") clearImmediate(handle as NodeJS.Immediate);
  if (kind === "animation frame") cancelAnimationFrame(handle as number);
}

function originText({ stack = "" }: Error): string {
  const lines = stack.split("\n").slice(1);
  const own = lines.filter((line) => !FOREIGN.test(line));
  return (own.length > 0 ? own : lines).slice(0, ORIGIN_LINES_MAX).join("\n");
}
