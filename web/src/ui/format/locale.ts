/** The language of the site's texts. Numbers and dates follow it, never the browser's language. */
export const LOCALE = "en";
/** What it puts between groups of three digits. */
const GROUP = ",";

/** Creates a format when it is first used: most pages need few of them. */
export function lazy<Format>(create: () => Format): () => Format {
  let format: Format | undefined;
  return () => (format ??= create());
}

/** Formats dates and times; without a zone in the reader's own. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: number | Date) => string {
  const format = lazy(() => new Intl.DateTimeFormat(LOCALE, options));
  return (at) => format().format(at);
}

/** Does what browsers do for the first format of `Intl`, while no page waits for it. */
export function prepareFormats(): void {
  dateFormat({})(0);
}

export function numberFormat(
  options: Intl.NumberFormatOptions,
): (value: number | bigint) => string {
  const format = lazy(() => new Intl.NumberFormat(LOCALE, options));
  return (value) => format().format(value);
}

/**
 * Formats numbers that are nearly always whole and shows all digits of those. They are written without `Intl`:
 * browsers take 10 ms for its first format, phones several times that, while the page waits.
 */
export function wholeFormat(options: Intl.NumberFormatOptions): (value: number | bigint) => string {
  const format = numberFormat(options);
  return (value) =>
    Number.isSafeInteger(value) ? String(value).replace(/\B(?=(\d{3})+$)/g, GROUP) : format(value);
}
