import type { ReactNode } from "react";
import { formatMoment } from "@/ui/format/dates";
import { formatPointCount, pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";

export const audit = "Audit";
export const intro =
  "Every change, login and export of the panel is recorded here. Entries never change.";
export const searchAudit = "Search the audit";
export const searchHint = "Name, action, address or value";
export const theAudit = "The audit";
export const entryCount = (count: number) => formatCount(count, "entry", "entries");
export const entriesFound = (count: number) => `${entryCount(count)} found`;
export const entriesFoundInPart = (count: number) =>
  `${entriesFound(count)} in this part of the audit`;
export const searchedTo = {
  newest: (at: string) => `Searched back to ${formatMoment(at)}.`,
  oldest: (at: string) => `Searched up to ${formatMoment(at)}.`,
};
export const searchOn = { newest: "Search older entries", oldest: "Search newer entries" };
export const noEntriesYet = "No entries yet";
export const noEntriesMatch = "No entries match";
export const clearSearch = "Clear the search";
export const firstChangeMadeFrom = "The first change made from this panel will appear here.";
export const noEntryMatches = (q: string | number) => `No entries in the audit match “${q}”.`;
export const noEntryMatchesInPart = (q: string) =>
  `No entries in this part of the audit match “${q}”.`;
export const loadingAudit = "Loading the audit";

export const newest = "Newest";
export const oldest = "Oldest";

export const today = "Today";
export const yesterday = "Yesterday";

/** Who changed something, where it was no person of the panel and no member. */
export const others: Readonly<Record<string, string>> = {
  console: "The command line",
  environment: "The server’s environment",
  "first start": "The first start",
  demo: "The demo",
};
export const visitor = "A visitor";
export const deletedMember = (id: string) => `Member ${id}`;
export const memberNumber = (id: string) => `member ${id}`;
export const personNumber = (id: string) => `person ${id}`;
export const unknownAction = (who: ReactNode, action: string, subject: ReactNode) =>
  subject === null ? (
    <>
      {who}: {action}
    </>
  ) : (
    <>
      {who}: {action} on {subject}
    </>
  );

export const onOwnAccount =
  "This was about the person's own member account. They ran the site alone.";
export const time = "Time";
export const by = "By";
export const address = "Address";
export const session = "Session";
export const action = "Action";
export const on = "On";
export const searchFor = (text: string) => `${text}: show all entries with it`;

export const takeBack = "Take back";
export const takeBackTitle = (points: number) => `Take back ${formatPointCount(points)}?`;
export const takeBackText = (member: string) =>
  `The ${pointsName} leave the balance of ${member}. A grant can be taken back once, and only while the member still has them.`;
export const takenBack = "Taken back";

export const beforeAfter = (what: string) => `Before and after: ${what}`;
export const showFewerFields = "Show fewer fields";
export const showMoreFields = (hidden: string | number) => `Show ${hidden} more fields`;
export const field = "Field";
export const changed = "changed";
export const before = "Before";
export const after = "After";
export const value = "value";
export const nothing = "nothing";
