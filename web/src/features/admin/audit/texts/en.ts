import { formatCount } from "@/ui/format/words";

export const showOnlyWhatWas = ": show only what was done on it";
export const on = "on";
export const beforeAfter = (action: string | number) => `Before and after: ${action}`;
export const showFewerFields = "Show fewer fields";
export const showMoreFields = (hidden: string | number) => `Show ${hidden} more fields`;
export const field = "Field";
export const changed = "changed";
export const before = "Before";
export const after = "After";

export const audit = "Audit";
export const whateverDoneFromPanel =
  "Whatever is done from this panel leaves a row here. Nothing is ever rewritten.";
export const searchAudit = "Search the audit";
export const whoWhatWhomValue = "Who, what, on whom, or a value";
export const theAudit = "The audit";
export const rowCount = (count: number) => formatCount(count, "row");
export const nothingHasBeenDone = "Nothing has been done yet";
export const noRowFits = "No row fits";
export const clearSearch = "Clear the search";
export const firstChangeMadeFrom = "The first change made from this panel will appear here.";
export const nothingAuditFits = (q: string | number) => `Nothing in the audit fits “${q}”.`;
export const loadingAudit = "Loading the audit";

export const newest = "Newest";
export const oldest = "Oldest";
