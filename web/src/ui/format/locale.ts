/** The language of the site's texts. Numbers and dates follow it, never the browser's language. */
export const LOCALE = "en";

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

export function numberFormat(
  options: Intl.NumberFormatOptions,
): (value: number | bigint) => string {
  const format = lazy(() => new Intl.NumberFormat(LOCALE, options));
  return (value) => format().format(value);
}
