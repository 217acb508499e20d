import "@testing-library/jest-dom/vitest";
import { configure, prettyDOM } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { tearDown } from "./testing/teardown";
import { resetHistory } from "./ui/back-closes";

configure({
  // However slow the machine is, no test depends on how long it takes.
  asyncUtilTimeout: 15_000,
  // While a test waits, every try fails with an error that nobody reads: only the last one is shown,
  // so the text of the document is made when it is asked for.
  getElementError: (message, container) => new MissingElement(message, container),
});

// A message leaves the screen after some seconds. Here it stays until the test ends, so that a slow
// machine still finds it.
vi.mock("sonner", async (original) => {
  const library = await original<typeof import("sonner")>();
  const toast: typeof library.toast = Object.assign(
    (...[text, options]: Parameters<typeof library.toast>) =>
      library.toast(text, { ...options, duration: Number.POSITIVE_INFINITY }),
    library.toast,
  );
  return { ...library, toast };
});

class MissingElement extends Error {
  constructor(reason: string | null, container: Element) {
    super();
    this.name = "TestingLibraryElementError";
    Object.defineProperty(this, "message", {
      configurable: true,
      get: () => [reason, prettyDOM(container)].filter(Boolean).join("\n\n"),
    });
  }
}

// Hooks run last in, first out, so this one comes after those of the test file.
afterEach(async () => {
  try {
    await tearDown();
  } finally {
    localStorage.clear();
    sessionStorage.clear();
  }
});

// The next file of this worker starts with the globals of the platform and an empty page.
afterAll(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  document.title = "";
  resetHistory();
  window.history.replaceState(null, "", "/");
});

// A library adds its styles when it is loaded, which only one file of each worker would see.
document.head.replaceChildren();

// Tests stay off the network; `stubFetch` answers in place of the server.
globalThis.fetch = () => Promise.reject(new TypeError("This test has no server."));

// What jsdom lacks and the components ask for.
class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver = NoResizeObserver;
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.hasPointerCapture = () => false;
Element.prototype.setPointerCapture = () => undefined;
Element.prototype.releasePointerCapture = () => undefined;
