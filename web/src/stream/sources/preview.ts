type Listeners = { onState: (body: unknown) => void; onHappening: (body: unknown) => void };

/** Whether the page is inside the editor, which sends what is not saved yet. */
export function isPreview(): boolean {
  return window.location.hash === "#preview" && window.parent !== window;
}

/** Listens to the editor instead of the server. Messages of other origins are left alone. */
export function listenEditor({ onState, onHappening }: Listeners): void {
  window.addEventListener("message", ({ origin, data }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || typeof data !== "object" || data === null) return;
    if (!("type" in data)) return;
    if (data.type === "overlay-preview" && "state" in data) onState(data.state);
    if (data.type === "overlay-happening" && "happening" in data) onHappening(data.happening);
  });
  // The editor may have sent a state before this page was there.
  window.parent.postMessage({ type: "overlay-ready" }, window.location.origin);
}
