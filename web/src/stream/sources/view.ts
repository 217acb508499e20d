import type { Happening, SourceState } from "./state";

/** A source that is on the page. */
export type View = {
  /** Shows newer options and facts. Without the server facts with a time in them are hidden. */
  update: (state: SourceState, isLive: boolean) => void;
  happen?: (happening: Happening) => void;
  /** Whether the page can be loaded again now without interrupting or losing anything. */
  isQuiet: () => boolean;
  close: () => void;
};

export type OpenView = (page: HTMLElement) => View;
