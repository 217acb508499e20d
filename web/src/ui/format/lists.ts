import { LOCALE } from "./locale";

/** "one", "one and two", "one, two, and three" */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(LOCALE).format(items);
}
