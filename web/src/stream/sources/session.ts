import { noteServerTime } from "@/wire/server-clock";
import { type Kind, readHappening, readState, type SourceState } from "./state";
import type { OpenView, View } from "./view";

/** Without the server for this long, what is shown is no longer live. */
const STALE_MS = 30_000;
/** How long an example of the panel is shown. */
const TEST_MS = 12_000;
/** How late a packet of the server may be. */
const LATE_MS = 5_000;

type Options = {
  page: HTMLElement;
  theme: HTMLStyleElement;
  kinds: Readonly<Record<Kind, { open: OpenView }>>;
  /** Loads the page again once it is quiet. */
  reload: (isQuiet: () => boolean) => void;
  /** The document was kept from an earlier time and may be of an older build. */
  isKept: boolean;
};

export type Session = {
  take: (body: unknown) => void;
  happen: (body: unknown) => void;
  connected: () => void;
  /** `isSilent`: nothing had come for a while before. */
  disconnected: (isSilent: boolean) => void;
  /** Something came from the server, which sends something at least each `everyMs`. */
  hear: (everyMs: number) => void;
  /** The address is not valid any more: nothing is shown. */
  refuse: () => void;
};

/** Shows what the server sends, and hides it when it is too old or no longer allowed. */
export function openSession({ page, theme, kinds, reload, isKept }: Options): Session {
  let build: string | null = null;
  let real: SourceState | null = null;
  let test: SourceState | null = null;
  let view: View | null = null;
  let opened: Kind | null = null;
  let isLive = true;
  /** The state that is shown came on this connection. */
  let isCurrent = false;
  /** How long the server may be silent; null without a connection, as in the editor. */
  let silenceMs: number | null = null;
  let isReloading = false;
  let staleTimer: ReturnType<typeof setTimeout> | undefined;
  let testTimer: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    view?.close();
    view = null;
    opened = null;
  };
  const show = () => {
    const state = test ?? real;
    if (state === null) return;
    const tones = `:root{${state.site.theme}}`;
    if (theme.textContent !== tones) theme.textContent = tones;
    page.lang = state.locale;
    if (opened !== state.kind) {
      close();
      opened = state.kind;
      view = kinds[state.kind].open(page);
    }
    view?.update(state, isLive);
  };
  const staleIn = (ms: number) => {
    clearTimeout(staleTimer);
    staleTimer = setTimeout(() => {
      isLive = false;
      show();
    }, ms);
  };
  const noteBuild = (next: string) => {
    const isOther = build === null ? isKept : next !== build;
    build ??= next;
    if (!isOther || isReloading) return;
    isReloading = true;
    reload(() => view === null || view.isQuiet());
  };

  return {
    take: (body) => {
      const state = readState(body);
      if (state === null || (!state.isTest && real !== null && isOlder(state, real))) return;
      noteServerTime(state.now);
      noteBuild(state.build);
      isLive = true;
      isCurrent = true;
      if (silenceMs !== null) staleIn(silenceMs);
      clearTimeout(testTimer);
      test = state.isTest ? state : null;
      if (state.isTest)
        testTimer = setTimeout(() => {
          test = null;
          show();
        }, TEST_MS);
      else real = state;
      show();
    },
    happen: (body) => {
      const happening = readHappening(body);
      if (happening !== null) view?.happen?.(happening);
    },
    connected: () => {
      // The state comes by itself, and only that is live.
      isCurrent = false;
    },
    disconnected: (isSilent) => {
      isCurrent = false;
      // After a silence the time runs since the last packet.
      if (isLive && !isSilent) staleIn(STALE_MS);
    },
    hear: (everyMs) => {
      silenceMs = Math.max(STALE_MS, everyMs + LATE_MS);
      if (!isCurrent) return;
      staleIn(silenceMs);
      if (isLive) return;
      isLive = true;
      show();
    },
    refuse: () => {
      clearTimeout(staleTimer);
      clearTimeout(testTimer);
      real = null;
      test = null;
      close();
    },
  };
}

/** The first state of a connection may come after a newer one. Clocks don't tell: the server's may be set back. */
function isOlder(state: SourceState, known: SourceState): boolean {
  return state.run !== "" && state.run === known.run && state.number < known.number;
}
