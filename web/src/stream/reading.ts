/** The first wait after a failure; every further one doubles it. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/** How long to wait after so many failures in a row. */
export function retryDelayMs(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
}

type Order<Value> = {
  /** Throws when there is no answer, or none that can be read. */
  read: () => Promise<Value>;
  everyMs: number;
  onValue: (value: Value) => void;
};

export type Reading = {
  /** Reads now, whatever the next time would have been. */
  soon: () => void;
  /** What is known came another way: an answer that is on its way is older, and is dropped. */
  supersede: () => void;
};

/** Reads something again and again, for as long as the page is open, whatever happens. */
export function keepReading<Value>({ read, everyMs, onValue }: Order<Value>): Reading {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Of several answers that are on their way only the newest one counts.
  let newest = 0;

  const later = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void once(), ms);
  };
  const once = async () => {
    newest += 1;
    const mine = newest;
    try {
      const value = await read();
      if (mine !== newest) return;
      failures = 0;
      later(everyMs);
      onValue(value);
    } catch {
      if (mine !== newest) return;
      failures += 1;
      later(retryDelayMs(failures));
    }
  };

  void once();
  return {
    soon: () => later(0),
    supersede: () => {
      newest += 1;
      failures = 0;
      later(everyMs);
    },
  };
}
