import type { Happening, SourceState } from "./state";
import type { OpenView, View } from "./view";

/** Time until a module that could not be loaded is asked for again, in milliseconds. */
const RETRY_MS = 5_000;

/** A kind whose module is loaded when a source of it opens: it is large, and most sources are of other kinds. */
export function later(load: () => Promise<{ open: OpenView }>): OpenView {
  return (page) => {
    let view: View | null = null;
    let newest: [SourceState, boolean] | null = null;
    let isClosed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = async () => {
      try {
        const { open: openView } = await load();
        if (isClosed) return;
        view = openView(page);
        if (newest !== null) view.update(...newest);
      } catch {
        // The server is away, and nothing is shown until then.
        if (!isClosed) timer = setTimeout(() => void open(), RETRY_MS);
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
