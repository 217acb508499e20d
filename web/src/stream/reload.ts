/** How often a page that has to load again looks whether it may. */
const LOOK_MS = 1_000;
/** A server that is silent for so long counts as gone. */
const SILENT_MS = 5_000;
/** How long an answer of the server counts, and the least time between two questions. */
const ASK_MS = 15_000;

/** Whether the server has this page now. The worker answers for pages that are opened, not for this call. */
async function isThere(): Promise<boolean> {
  const answer = await fetch(window.location.href, {
    cache: "no-store",
    signal: AbortSignal.timeout(SILENT_MS),
  }).catch(() => null);
  return answer?.ok === true;
}

/** Loads the page again once that interrupts nothing. Without the server the page would be gone, so it is asked before. */
export function reloadWhenQuiet(
  isQuiet: () => boolean,
  load = () => window.location.reload(),
): void {
  let answeredAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    if (isQuiet() && Date.now() - answeredAt >= ASK_MS) {
      if (!(await isThere())) {
        // Each page at a time of its own.
        setTimeout(() => void look(), ASK_MS * (1 + Math.random() / 3));
        return;
      }
      answeredAt = Date.now();
    }
    // Something may have begun while the server was asked.
    if (isQuiet() && Date.now() - answeredAt < ASK_MS) load();
    else setTimeout(() => void look(), LOOK_MS);
  };
  void look();
}
