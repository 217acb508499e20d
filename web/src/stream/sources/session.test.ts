import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { kinds as allKinds } from "./registry";
import { openSession, type Session } from "./session";
import { type Happening, type Kind, type SourceState } from "./state";
import type { OpenView } from "./view";

const KINDS = Object.keys(allKinds) as Kind[];
const reload = vi.fn<(isQuiet: () => boolean) => void>();
let isQuiet = true;
let shown: { kind: Kind; state: SourceState | null; isLive: boolean; happened: Happening[] } | null;

function kindOf(kind: Kind): { open: OpenView } {
  return {
    open: () => {
      const mine = {
        kind,
        state: null as SourceState | null,
        isLive: true,
        happened: [] as Happening[],
      };
      shown = mine;
      return {
        update: (state, isLive) => Object.assign(mine, { state, isLive }),
        happen: (happening) => mine.happened.push(happening),
        isQuiet: () => isQuiet,
        close: () => {
          if (shown === mine) shown = null;
        },
      };
    },
  };
}

function open(isKept = false, theme = document.createElement("style")): Session {
  return openSession({
    page: document.body,
    theme,
    kinds: Object.fromEntries(KINDS.map((kind) => [kind, kindOf(kind)])) as Record<
      Kind,
      { open: OpenView }
    >,
    reload,
    isKept,
  });
}

const state = (changes: object = {}) => ({
  build: "a",
  now: "2026-11-26T12:00:00.000Z",
  isTest: false,
  source: { options: { kind: "hunt" }, x: 0, y: 0, width: 800, height: 200 },
  site: { name: "Pointhouse", theme: "--accent:#fff" },
  facts: { kind: "hunt", hunt: null },
  ...changes,
});
const later = (changes: object = {}) => state({ now: "2026-11-26T12:00:05.000Z", ...changes });

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockReset();
  isQuiet = true;
  shown = null;
});
afterEach(() => void vi.useRealTimers());

it("shows the kind of the source, and another one when its settings name it", () => {
  const session = open();
  session.take(state());
  expect(shown?.kind).toBe("hunt");
  session.take(later({ source: { options: { kind: "goal" } } }));
  expect(shown?.kind).toBe("goal");
});

it.each([[null], ["x"], [{}], [state({ source: { options: { kind: "unknown" } } })]])(
  "shows nothing for %j",
  (body) => {
    open().take(body);
    expect(shown).toBeNull();
  },
);

it("takes the colours of its site, which the document then has", () => {
  const theme = document.createElement("style");
  document.head.append(theme);
  open(false, theme).take(state());
  expect(getComputedStyle(document.documentElement).getPropertyValue("--accent")).toBe("#fff");
  theme.remove();
});

it("ignores a state that is older than the one it has, by the server's count", () => {
  const session = open();
  session.take(state({ run: "1", number: 2, site: { name: "New" } }));
  session.take(later({ run: "1", number: 1, site: { name: "Old" } }));
  expect(shown?.state?.site.name).toBe("New");
  session.take(state({ run: "2", number: 1, site: { name: "Restarted" } }));
  expect(shown?.state?.site.name).toBe("Restarted");
});

it.each([
  ["of a server that counts", { run: "1", number: 2 }],
  ["of an older server", {}],
])("takes a state %s after its clock was set back", (_, order) => {
  const session = open();
  session.take(later({ run: "1", number: 1 }));
  session.take(state({ ...order, site: { name: "Set back" } }));
  expect(shown?.state?.site.name).toBe("Set back");
});

it("is live until the server has been away for half a minute", () => {
  const session = open();
  session.take(state());
  session.disconnected(false);
  vi.advanceTimersByTime(29_000);
  expect(shown?.isLive).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(shown?.isLive).toBe(false);
  session.connected();
  session.hear(15_000);
  expect(shown?.isLive).toBe(false);
  session.take(later());
  expect(shown?.isLive).toBe(true);
});

it("counts the half minute from the last packet when nothing says that the connection is lost", () => {
  const session = open();
  session.connected();
  session.hear(15_000);
  session.take(state());
  vi.advanceTimersByTime(20_000);
  session.hear(15_000);
  vi.advanceTimersByTime(25_000);
  // The library gives up after 25 s of silence.
  session.disconnected(true);
  expect(shown?.isLive).toBe(true);
  vi.advanceTimersByTime(5_000);
  expect(shown?.isLive).toBe(false);
});

it("is live again when a silent connection goes on, and waits longer for a server that seldom says something", () => {
  const session = open();
  session.hear(15_000);
  session.take(state());
  vi.advanceTimersByTime(30_000);
  expect(shown?.isLive).toBe(false);
  session.hear(60_000);
  expect(shown?.isLive).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(shown?.isLive).toBe(true);
});

it("never takes what the editor sends for old", () => {
  open().take(state());
  vi.advanceTimersByTime(3_600_000);
  expect(shown?.isLive).toBe(true);
});

it("hides everything when the address has ended", () => {
  const session = open();
  session.take(state());
  session.refuse();
  expect(shown).toBeNull();
  vi.advanceTimersByTime(60_000);
  expect(shown).toBeNull();
});

it("goes on with the real facts after an example", () => {
  const session = open();
  session.take(state({ site: { name: "Real" } }));
  session.take(later({ isTest: true, site: { name: "Example" } }));
  expect(shown?.state?.site.name).toBe("Example");
  vi.advanceTimersByTime(12_000);
  expect(shown?.state?.site.name).toBe("Real");
});

it("loads a new build once its view is quiet", () => {
  const session = open();
  session.take(state());
  isQuiet = false;
  session.take(later({ build: "b" }));
  session.take(later({ build: "b" }));
  expect(reload).toHaveBeenCalledOnce();
  const [ask] = reload.mock.calls[0] ?? [];
  expect(ask?.()).toBe(false);
  isQuiet = true;
  expect(ask?.()).toBe(true);
});

it("loads again what was kept from an earlier time", () => {
  open(true).take(state());
  expect(reload).toHaveBeenCalledOnce();
});

it("passes on what happens", () => {
  const session = open();
  session.happen({ id: "1", kind: "win", name: "rory", isNamed: true });
  session.take(state());
  session.happen({ id: "2", kind: "win", name: "rory", isNamed: true });
  session.happen({ id: "3", kind: "unknown", name: "rory" });
  expect(shown?.happened.map(({ id }) => id)).toEqual(["2"]);
});

it("the page has the language of its source, for words that are hyphenated", () => {
  const session = open();
  session.take(state({ source: { ...state().source, locale: "de-DE" } }));
  expect(document.body.lang).toBe("de-DE");
});
