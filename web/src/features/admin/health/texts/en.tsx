import type { ReactNode } from "react";
import { formatCount, plural } from "@/ui/format/words";

export const backups = "Backups";
export const oneWrittenEveryNight = "One is made every night, in the data folder.";
export const backUpNow = "Back up now";
export const downloadBackup = "Download a backup";
export const downloadStarted =
  "The download has started. The file has everything that the site stores, so keep it safe.";
export const thereNoBackupYet = "There is no backup yet.";
export const backupsNewestFirst = "Backups, the newest first";
export const file = "File";
export const made = "Made";
export const nightly = "Nightly";
export const onRequest = "On request";
export const age = "Age";
export const size = "Size";

/** A value of a table in a window too narrow for its column. */
export const fact = (term: string, value: ReactNode) => (
  <>
    {term}: {value}
  </>
);

export const good = "Good";
export const needsAttention = "Needs attention";
export const failing = "Failing";
export const notSetUp = "Not set up";

export const health = "Health";
export const intro = "Site and service status.";
export const theState = "The status of the site";
export const store = "Store";
export const everythingWorks = "Everything works";
export const needsAttentionList = (join: string | number) => `Needs attention: ${join}`;
export const loadingState = "Loading the status of the site";

export const jobs = "Jobs";
export const timesSitesTimezoneRuns =
  "Times are of the site's timezone; runs are counted since the server started. On-demand jobs run when there is something to do.";
export const jobsWhenTheyRan = "Jobs with their last runs";
export const job = "Job";
export const lastError = (part: ReactNode, lastErrorText2: ReactNode) => (
  <>
    Last error{part}: {lastErrorText2}
  </>
);
export const state = "State";
export const running = "Running";
export const when = "When";
export const lastEnded = "Last ended";
export const notYet = "Not yet";
export const runs = "Runs";
export const failures = "Failures";

export const emails = "Emails";
export const whatCouldNotDelivered =
  "Emails that could not be delivered are retried, less and less often, while their link works. Failed emails are kept for 30 days.";
export const failedEmails = "Failed";
export const theEmails = "The emails";
export const noWaitingEmails = "No emails are waiting.";
export const noFailedEmails = "No failed emails.";
export const waitingEmails = "Waiting emails";
export const failedEmailsLabel = "Failed emails";
export const willBeSentAgain = (whose: string | number) =>
  `The email to ${whose} will be sent again.`;
export const to = (whose: ReactNode, address: ReactNode) => (
  <>
    To {whose} ({address}),{" "}
  </>
);
export const lastErrorText = (lastErrorText2: string | number) => `Last error: ${lastErrorText2}`;
export const tryAgain = "Try again";
export const tryNow = "Try now";
export const emailOf = (whose: string | number) => `the email to ${whose}`;
export const deleteText = "Delete ";
export const deleteEmailQuestion = "Delete this email?";
export const deleteEmailEffect = (subject: string | number, whose: string | number) =>
  `“${subject}” to ${whose} is deleted and never delivered. The member has to request another one.`;
export const textDelete = "Delete";
export const emailDeleted = (whose: string | number) => `The email to ${whose} has been deleted.`;
export const tried = (times: number) =>
  times === 0
    ? "not tried yet"
    : plural(times, "tried once", `tried ${formatCount(times, "time")}`);
export const nextTry = (nextAt: ReactNode) => <>, next try {nextAt}</>;
export const linkHasEndedNo = "Its link has expired.";
export const linkEnds = (until: ReactNode) => <>Its link expires {until}.</>;
export const written = (
  writtenAt: ReactNode,
  triedText: ReactNode,
  part: ReactNode,
  part2: ReactNode,
) => (
  <>
    written {writtenAt}, {triedText}
    {part}. {part2}
  </>
);
export const loadingEmails = "Loading the emails";

export const failedPanelLogins = "Failed panel logins";
export const fewTyposManySomeone = (link: (text: string) => ReactNode) => (
  <>
    A few are usually typos; many may be someone guessing passwords.{" "}
    {link("How to block addresses")}
  </>
);
export const noFailedLoginsSince = "No failed logins since the server started.";
export const last24Hours = "Last 24 hours";
export const sinceStart = "Since the start";
export const lastOne = "Last one";
export const from = "From";

export const visitorsMaySharingOne = "Visitors may be sharing one limit";
export const serverTrustedProxies = "server.trusted_proxies";
export const requestsFromNameAnother = (
  address: ReactNode,
  header: ReactNode,
  serverTrusted: ReactNode,
) => (
  <>
    Requests from {address} name another client in {header}, but that address isn't in{" "}
    {serverTrusted}. If it's your reverse proxy, add it there and restart the site: until then, all
    visitors behind it count as one. If you don't know the address, leave the setting as it is; a
    visitor can send this header, too.
  </>
);

export const externalServices = "External services";
export const externalServicesCaption = "External services, with their state";
export const service = "Service";
export const setUp = "Set up";
export const lastWorked = "Last worked";
export const lastFailed = "Last failed";

export const newChanges = "New changes";
export const accepted = "Accepted";
export const refused = "Refused";
export const freeDiskSpace = "Free disk space";
export const unknown = "Unknown";
export const lastCommit = "Last commit";
export const journal = "Journal";
export const notIndexYet = "Not in the index yet";
export const commitCount = (count: number) => formatCount(count, "commit");
export const index = "Index";
export const wayThere = "Held in memory";
export const server = "Server";
export const version = "Version";
export const started = "Started";
export const serverTime = "Server time";
export const liveConnections = "Live connections";
export const signedInMembers = "Signed-in members";

export const onDemand = "On demand";
export const demandLeastEvery = (every: string | number) => `On demand, at least every ${every}`;
export const everyMinute = "Every minute";
export const everySeconds = (value: string | number) => `Every ${value} seconds`;
export const everyMinutes = (value: string | number) => `Every ${value} minutes`;
export const everyHour = (padStart: string | number) => `Every hour at :${padStart}`;
export const daily = (padStart: string | number, padStart2: string | number) =>
  `Daily at ${padStart}:${padStart2}`;

export const waiting = "Waiting";
export const deletedAccount = "a deleted account";

export const never = "Never";
