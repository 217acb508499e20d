import { keepReading } from "./reading";

const EVERY_MS = 5 * 60_000;
/** A server that is silent for so long counts as gone. */
const SILENT_MS = 15_000;

/** The scripts and styles that a document names. Their names change with every build. */
function filesOf(page: Document): string {
  const files = page.querySelectorAll("script[src], link[rel=stylesheet][href]");
  const names = [...files].map((file) => file.getAttribute("src") ?? file.getAttribute("href"));
  return names.join(" ");
}

/** Calls once when the server has another build of this page. */
export function watchBuild(onNew: () => void): { soon: () => void } {
  const own = filesOf(document);
  let isNew = false;
  return keepReading({
    everyMs: EVERY_MS,
    read: async () => {
      const answer = await fetch(window.location.pathname, {
        cache: "no-cache",
        signal: AbortSignal.timeout(SILENT_MS),
      });
      if (!answer.ok) throw new Error(`The page answered ${answer.status}.`);
      return filesOf(new DOMParser().parseFromString(await answer.text(), "text/html"));
    },
    onValue: (files) => {
      if (isNew || files === own) return;
      isNew = true;
      onNew();
    },
  });
}
