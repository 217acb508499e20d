import { formatCount } from "@/ui/format/words";

export const showOnlyItsChanges = ": show only its changes";
export const on = "on";
export const beforeAfter = (action: string | number) => `Before and after: ${action}`;
export const showFewerFields = "Show fewer fields";
export const showMoreFields = (hidden: string | number) => `Show ${hidden} more fields`;
export const field = "Field";
export const changed = "changed";
export const before = "Before";
export const after = "After";

export const audit = "Audit";
export const intro = "Every change made in this panel is recorded here. Entries never change.";
export const searchAudit = "Search the audit";
export const searchHint = "Admin, action, member or value";
export const theAudit = "The audit";
export const entryCount = (count: number) => formatCount(count, "entry", "entries");
export const entriesFound = (count: number) => `${entryCount(count)} found`;
export const noEntriesYet = "No entries yet";
export const noEntriesMatch = "No entries match";
export const clearSearch = "Clear the search";
export const firstChangeMadeFrom = "The first change made from this panel will appear here.";
export const noEntryMatches = (q: string | number) => `No entries in the audit match “${q}”.`;
export const loadingAudit = "Loading the audit";

export const newest = "Newest";
export const oldest = "Oldest";

export const value = "value";
