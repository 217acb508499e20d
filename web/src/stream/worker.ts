/**
 * Keeps the overlay's own files, so that broadcast software can open it while the server is not
 * there: after a night's restart both may come up in any order, and nobody reloads a page by hand.
 * It answers for the page and its files only, and prefers the server's; calls go past it.
 */
const CACHE = "stream-banner";
const PAGE = "/stream";
/** A server that is silent for so long counts as gone. */
const PAGE_TIMEOUT_MS = 5_000;

// The types of workers and of pages exclude each other; these are the two events of interest.
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Asking = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void };

const isLasting = (event: Event): event is Lasting => "waitUntil" in event;
const isAsking = (event: Event): event is Asking => "respondWith" in event && "request" in event;

addEventListener("install", (event) => {
  if (isLasting(event)) event.waitUntil(freshPage());
});

addEventListener("fetch", (event) => {
  if (!isAsking(event)) return;
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page());
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

/** The page as the server has it, or as it was last time. */
async function page(): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    return await freshPage();
  } catch (failure) {
    const kept = await cache.match(PAGE);
    if (kept === undefined) throw failure;
    return kept;
  }
}

/** Fetches the page, keeps it with the files that it names, and forgets those of earlier ones. */
async function freshPage(): Promise<Response> {
  const answer = await fetch(PAGE, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${PAGE} answered ${answer.status}.`);
  const files = filesIn(await answer.clone().text());
  const cache = await caches.open(CACHE);
  // The page is kept last: it never stands there without its files.
  const missing = await Promise.all(
    files.map(async (file) => ((await cache.match(file)) === undefined ? [file] : [])),
  );
  await cache.addAll(missing.flat());
  await cache.put(PAGE, answer.clone());
  const wanted = new Set([PAGE, ...files]);
  for (const request of await cache.keys())
    if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
  return answer;
}

/** Files carry their hash in the name: one that is kept is the right one. */
async function asset(request: Request): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(request, { ignoreVary: true });
  return kept ?? fetch(request);
}

/** The addresses of scripts, styles and fonts that the page names. */
function filesIn(html: string): readonly string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].flatMap(([, file]) => file ?? []);
}
