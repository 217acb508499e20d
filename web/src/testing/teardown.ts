import { timeoutManager } from "@tanstack/react-query";
import { act, cleanup } from "@testing-library/react";
import { vi } from "vitest";
import { unmountToaster } from "@/ui/Toaster";
import { queryClient } from "@/wire/queries";
import { flushSoonWork, takePendingWork } from "./pending-work";

type Timer = number;
type QueryTimer = { isInterval: boolean; clear: () => void };

/**
 * The timers of the query library. After its queries are cancelled they do nothing any more, but it
 * clears only some of them itself: not the wait before another try, nor those of finished mutations.
 */
const KEY = Symbol.for("pointhouse.query-timers");
const scope = globalThis as typeof globalThis & { [KEY]?: Map<Timer, QueryTimer> };
scope[KEY] ??= recordQueryTimers();
const queryTimers = scope[KEY];

function recordQueryTimers(): Map<Timer, QueryTimer> {
  const timers = new Map<Timer, QueryTimer>();
  let last = 0;
  const clear = (id: unknown) => {
    timers.get(Number(id))?.clear();
    timers.delete(Number(id));
  };
  timeoutManager.setTimeoutProvider({
    setTimeout: (callback, delay) => {
      last += 1;
      const id = last;
      const timer = setTimeout(() => {
        timers.delete(id);
        callback();
      }, delay);
      timers.set(id, { isInterval: false, clear: () => clearTimeout(timer) });
      return id;
    },
    clearTimeout: clear,
    setInterval: (callback, delay) => {
      last += 1;
      const timer = setInterval(callback, delay);
      timers.set(last, { isInterval: true, clear: () => clearInterval(timer) });
      return last;
    },
    clearInterval: clear,
  });
  return timers;
}

/**
 * Ends everything that a test has started: its pages, their queries, its fake timers, and what they
 * have scheduled. Then nothing may be left.
 * @throws for everything that is left: a timer, a frame, a request, a connection.
 */
export async function tearDown(): Promise<void> {
  cleanup();
  await queryClient.cancelQueries();
  queryClient.clear();
  const left = dropQueryTimers();
  left.push(...(await restoreTimers()));
  await flushSoonWork();
  // Only now: a message that was on its way to the toaster would have mounted it again.
  act(unmountToaster);
  // What ran just now may have been the end of a query that was still under way.
  left.push(...dropQueryTimers());
  await flushSoonWork();
  left.push(...takePendingWork());
  if (left.length > 0) throw new Error(`The test left something behind:\n\n${left.join("\n\n")}`);
}

/** Intervals end with the observers of a query, so one that still runs is reported. */
function dropQueryTimers(): string[] {
  const timers = [...queryTimers.values()];
  for (const { clear } of timers) clear();
  queryTimers.clear();
  return timers.filter(({ isInterval }) => isInterval).map(() => "interval of a query");
}

/** Puts the real timers back. Whatever still waits for the fake clock would never have run. */
async function restoreTimers(): Promise<string[]> {
  if (!vi.isFakeTimers()) return [];
  await act(() => vi.advanceTimersByTimeAsync(0));
  const count = vi.getTimerCount();
  vi.useRealTimers();
  return count === 0 ? [] : [`${count} timer(s) of the fake clock`];
}
