// In the words of the pages, which are English; in the reader's own zone.
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const second = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium" });

/** "Nov 1, 2026" */
export function dayText(instant: string): string {
  return written(day, instant);
}

/** "Nov 1, 2026, 1:05 PM" */
export function momentText(instant: string): string {
  return written(moment, instant);
}

/** "Nov 1, 2026, 1:05:09 PM" */
export function secondText(instant: string): string {
  return written(second, instant);
}

/** What is no time stands as it came. */
function written(form: Intl.DateTimeFormat, instant: string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? instant : form.format(at);
}
