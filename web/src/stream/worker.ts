/**
 * Keeps the overlay's own files, so that broadcast software can open it while the server is not
 * there: after a night's restart both may come up in any order, and nobody reloads a page by hand.
 * It answers for the page and its files only, and prefers the server's; calls go past it.
 */
const CACHE = "stream-banner";
const PAGE = "/stream";
/** Sources have one page for all addresses. It is kept without the key that is in its address. */
const SOURCES_CACHE = "stream-sources";
const SOURCES = "/stream/s/";
/** A server that is silent for so long counts as gone. */
const PAGE_TIMEOUT_MS = 5_000;

// The types of workers and of pages exclude each other; these are the two events of interest.
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Asking = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void };

declare const clients: {
  matchAll: (which: {
    type: "window";
    includeUncontrolled: true;
  }) => Promise<readonly { url: string }[]>;
  claim: () => Promise<void>;
};
declare function skipWaiting(): Promise<void>;

const isLasting = (event: Event): event is Lasting => "waitUntil" in event;
const isAsking = (event: Event): event is Asking => "respondWith" in event && "request" in event;

addEventListener("install", (event) => {
  // A page of the broadcast is never closed, so a new worker does not wait for that. Pages that an older one serves
  // go on: this one answers the same calls from the same caches.
  if (isLasting(event))
    event.waitUntil(Promise.all([freshPage(), keepOpenSource()]).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  if (isLasting(event)) event.waitUntil(clients.claim());
});

addEventListener("fetch", (event) => {
  if (!isAsking(event)) return;
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate")
    event.respondWith(pathname.startsWith(SOURCES) ? sourcePage(request.url) : page());
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

/** The page of a source as the server has it, or as it was last time for any source. */
async function sourcePage(address: string): Promise<Response> {
  const cache = await caches.open(SOURCES_CACHE);
  const answer = await fetch(address, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) }).catch(() =>
    Response.error(),
  );
  // A gateway answers with an error of its own while the server is away.
  if (answer.type === "error" || answer.status >= 500) {
    const kept = await cache.match(SOURCES);
    if (kept === undefined) return answer;
    // The page asks the server for its build as soon as it is there (`sources/session.ts`).
    const html = (await kept.text()).replace("<body", "<body data-kept");
    return new Response(html, { headers: keptHeaders(kept) });
  }
  // An address that is not valid has the same page, but is no reason to keep it.
  if (answer.ok) await keepSourcePage(cache, answer.clone());
  return answer;
}

/** Keeps the page of a source that was opened before there was a worker: it may be opened next without the server. */
async function keepOpenSource(): Promise<void> {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const source = pages.find(({ url }) => new URL(url).pathname.startsWith(SOURCES));
  if (source === undefined) return;
  const answer = await fetch(source.url, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
  if (answer.ok) await keepSourcePage(await caches.open(SOURCES_CACHE), answer);
}

/** The server's headers, such as its policies, without those of the form in which it sent the text. */
function keptHeaders(kept: Response): Headers {
  const headers = new Headers(kept.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return headers;
}

/** Keeps the page with the files that it names, and forgets those of another build once all are there. */
async function keepSourcePage(cache: Cache, answer: Response): Promise<void> {
  const text = await answer.clone().text();
  const kept = await cache.match(SOURCES);
  if (kept !== undefined && (await kept.text()) === text) return;
  const before = await cache.keys();
  const files = new Set(filesIn(text));
  await cache.addAll([...files]);
  await cache.put(SOURCES, answer);
  for (const request of before) {
    const { pathname } = new URL(request.url);
    if (pathname !== SOURCES && !files.has(pathname)) await cache.delete(request);
  }
}

/** Files carry their hash in the name: one that is kept is the right one. */
async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  // What a source loads later, such as the module of its kind, is kept with its page.
  const cache = await caches.open(SOURCES_CACHE);
  if (answer.ok && (await cache.match(SOURCES)) !== undefined)
    await cache.put(request, answer.clone());
  return answer;
}

/** The addresses of scripts, styles and fonts that the page names. */
function filesIn(html: string): readonly string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].flatMap(([, file]) => file ?? []);
}
