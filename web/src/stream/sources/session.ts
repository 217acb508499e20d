import { noteServerTime } from "@/wire/server-clock";
import { type Kind, readHappening, readState, type SourceState } from "./state";
import type { OpenView, View } from "./view";

/** Without the server for this long, what is shown is no longer live. */
const STALE_MS = 30_000;
/** How long an example of the panel is shown. */
const TEST_MS = 12_000;
/** How often a page that waits for a new build looks whether it may load again. */
const RELOAD_LOOK_MS = 1_000;

type Options = {
  page: HTMLElement;
  theme: HTMLStyleElement;
  kinds: Readonly<Record<Kind, { open: OpenView }>>;
  /** Loads the page again. */
  reload: () => void;
  /** The document was kept from an earlier time and may be of an older build. */
  isKept: boolean;
};

export type Session = {
  take: (body: unknown) => void;
  happen: (body: unknown) => void;
  setConnected: (isConnected: boolean) => void;
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
    if (opened !== state.kind) {
      close();
      opened = state.kind;
      view = kinds[state.kind].open(page);
    }
    view?.update(state, isLive);
  };
  const reloadWhenQuiet = () => {
    if (view === null || view.isQuiet()) reload();
    else setTimeout(reloadWhenQuiet, RELOAD_LOOK_MS);
  };
  const noteBuild = (next: string) => {
    const isOther = build === null ? isKept : next !== build;
    build ??= next;
    if (!isOther || isReloading) return;
    isReloading = true;
    reloadWhenQuiet();
  };

  return {
    take: (body) => {
      const state = readState(body);
      // The first state of a connection may come after a newer one.
      if (state === null || (!state.isTest && real !== null && state.now < real.now)) return;
      noteServerTime(state.now);
      noteBuild(state.build);
      isLive = true;
      clearTimeout(staleTimer);
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
    setConnected: (isConnected) => {
      clearTimeout(staleTimer);
      // After a new connection the state comes by itself, and only that is live.
      if (isConnected || !isLive) return;
      staleTimer = setTimeout(() => {
        isLive = false;
        show();
      }, STALE_MS);
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
