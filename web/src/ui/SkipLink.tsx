import * as texts from "./texts/en";
/** Leads the keyboard past the bars of the page. The first element of a frame. */
export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // The address stays: its hash would be a page of its own in the history.
        event.preventDefault();
        document.getElementById("main")?.focus();
      }}
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-ink-700 focus:px-4 focus:py-3 focus:text-sm focus:font-semibold"
    >
      {texts.skipContent}
    </a>
  );
}
