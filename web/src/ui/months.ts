/** A month as the server names it, "2026-11". It has no zone: which month it is, the server says. */
export type Month = string;

/** The wager leaderboard begins here. */
export const FIRST_MONTH: Month = "2023-01";

export function addMonths(month: Month, count: number): Month {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year ?? 0, (number ?? 1) - 1 + count, 1)).toISOString().slice(0, 7);
}

/** Every month from the last one back to the first, by years, newest first. */
export function yearsOf(
  first: Month,
  last: Month,
): readonly { year: string; months: readonly Month[] }[] {
  const years: { year: string; months: Month[] }[] = [];
  for (let month = last; month >= first; month = addMonths(month, -1)) {
    const year = month.slice(0, 4);
    const newest = years.at(-1);
    if (newest?.year === year) newest.months.push(month);
    else years.push({ year, months: [month] });
  }
  return years;
}
