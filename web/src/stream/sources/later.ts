import { reloadWhenQuiet } from "../reload";
import type { Happening, SourceState } from "./state";
import type { OpenView, View } from "./view";

/** Time until a page whose module could not be loaded loads again, in milliseconds. */
const RETRY_MS = 5_000;

/** A kind whose module is loaded when a source of it opens: it is large, and most sources are of other kinds. */
export function later(
  load: () => Promise<{ open: OpenView }>,
  reload = () => reloadWhenQuiet(() => true),
): OpenView {
  return (page) => {
    let view: View | null = null;
    let newest: [SourceState, boolean] | null = null;
    let isClosed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = async () => {
      const loaded = await load().catch(() => null);
      if (isClosed) return;
      // A browser doesn't fetch a module again that failed once, until the page is another one.
      if (loaded === null) timer = setTimeout(reload, RETRY_MS);
      else {
        view = loaded.open(page);
        if (newest !== null) view.update(...newest);
      }
    };
    void open();
    return {
      update: (state, isLive) => {
        newest = [state, isLive];
        view?.update(state, isLive);
      },
      happen: (happening: Happening) => view?.happen?.(happening),
      isQuiet: () => view === null || view.isQuiet(),
      close: () => {
        isClosed = true;
        clearTimeout(timer);
        view?.close();
      },
    };
  };
}
