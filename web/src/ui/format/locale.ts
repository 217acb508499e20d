/** The language of the site's texts. Numbers, lists and plurals follow it. */
export const LOCALE = "en";
/** What it puts between groups of three digits. */
const GROUP = ",";

/** Creates a format when it is first used: most pages need few of them. */
export function lazy<Format>(create: () => Format): () => Format {
  let format: Format | undefined;
  return () => (format ??= create());
}

/** Formats dates and times as the reader's browser does; without a zone in the reader's own. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: number | Date) => string {
  const format = lazy(() => visitorDates(options));
  return (at) => format().format(at);
}

/** The same as a format of `Intl`. Days and months of the site are of one calendar, and all digits look alike. */
export function visitorDates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const all = { calendar: "gregory", numberingSystem: "latn", ...options };
  try {
    return new Intl.DateTimeFormat(visitorLocale(), all);
  } catch {
    // Some browsers name a language that is none: "en-US@posix".
    return new Intl.DateTimeFormat(LOCALE, all);
  }
}

/** The language that the browser asks for. The build, which draws heads of pages, has none. */
const visitorLocale = () =>
  typeof navigator === "undefined" ? LOCALE : navigator.language || LOCALE;

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
