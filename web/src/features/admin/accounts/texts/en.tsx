import type { ReactNode } from "react";
import { PointsName, pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";

export const active = "Active";
export const inactive = "Inactive";
export const verified = "Verified";
export const unverified = "Unverified";
export const email = "Email";
export const joined = "Joined";
export const accountId = "Account ID";
export const kick = "Kick";
export const rainbet = "Rainbet";
export const asks = (asked: string | number) => `asks for ${asked}`;
export const linked = "Linked";
export const pending = "Pending";
export const rejected = "Rejected";
export const notSubmitted = "Not submitted";
export const managePoints = (whose: ReactNode) => (
  <>
    Manage {PointsName}
    {whose}
  </>
);
export const ledger = (whose: ReactNode) => <>Ledger{whose}</>;
export const link = (whose: ReactNode) => <>Link{whose}</>;
export const rename = (whose: ReactNode) => <>Rename{whose}</>;
export const removePicture = (whose: ReactNode) => <>Remove picture{whose}</>;
export const removeFactors = (whose: ReactNode) => <>Remove second factors{whose}</>;
export const removeFactorsOf = (username: string) => `Remove the second factors of ${username}?`;
export const removeFactorsText =
  "The authenticator app, passkeys and recovery codes stop working, and the next login asks for no code. A member who has neither a password nor Kick needs a link for a new password. Make sure that the request really comes from this member.";
export const removeFactorsConfirm = "Remove second factors";
export const factorsRemoved = (username: string) => `${username}: the second factors are removed.`;
export const endSessions = (whose: ReactNode) => <>End sessions{whose}</>;
export const deactivate = "Deactivate";
export const activate = "Activate";

export const theAccounts = "The accounts";
export const accountCount = (count: number) => formatCount(count, "account");
export const found = (accountsText: string | number) => `${accountsText} found`;
export const noUserAccountsFound = "No User Accounts Found";
export const clearSearch = "Clear the search";
export const refresh = "Refresh";
export const membersWillAppearHere = "Members will appear here when they sign up.";
export const noneMatch = (q: string | number) => `No accounts match “${q}”.`;
export const loadingAccounts = "Loading the accounts";

export const accounts = "Accounts";
export const everyMemberWhatKnown = "Every member's details, and what you can do for them.";
export const csv = "CSV";
export const globalPoints = `Global ${PointsName}`;
export const searchAccounts = "Search accounts";
export const nameEmailAccountId = "Name, email, account ID, Kick or Rainbet name";
export const pendingText = "pending";
export const gamingApprovals = (span: ReactNode) => <>Gaming Approvals {span}</>;

export const pointsEach = `${PointsName} for each`;
export const reason = "Reason";
export const membersSeeReason = "Members see it in their statement.";
export const goodStream = "A good stream";
export const numberOfMembers = "The number of members";
export const countingMembers = "Counting the members";
export const memberCount = (count: number) => formatCount(count, "member");
export const totalCost = "Total cost";
export const noMembersYet = `No members can get ${pointsName} yet.`;
export const cancel = "Cancel";
export const continueText = "Continue";

export const sameNumberPointsEvery = `The same number of ${pointsName} for every account.`;
export const giveEveryonePoints = `Give everyone ${pointsName}?`;
export const givingEveryonePoints = `Giving everyone ${pointsName}`;
export const pointsGiven = `${PointsName} given`;
export const eachMemberGets = "Each member gets";
export const members = "Members";
export const totalLabel = "Total";
export const whoGetsPoints = `Everyone who has an account when you confirm gets the ${pointsName}, exactly once. It can't be undone for everyone at once.`;
export const back = "Back";
export const givePoints = `Give ${pointsName}`;
export const beenPaid = (membersText: number) =>
  `${formatCount(membersText, "member has", "members have")} been paid.`;
export const membersPaid = "Members paid";
export const skippedFull = "Skipped: balance full";
export const done = "Done";
export const continuesInBackground =
  "This continues when you close this window, even if the server restarts.";
export const close = "Close";

export const pointsEveryone = `${PointsName} for everyone`;
export const jobGone = "The server no longer has this job.";
export const skippedMembers = (skipped: string | number) =>
  ` ${skipped} were skipped: their balance is full.`;
export const membersGotPointsEach = (paid: ReactNode, amountText: ReactNode, part: ReactNode) => (
  <>
    {paid} members got {amountText} {pointsName} each.{part}
  </>
);
export const dismiss = "Dismiss";
export const show = "Show";

export const loadingProgress = "Loading the progress";
export const ofMembers = (reached: string | number, membersText: string | number) =>
  `${reached} of ${membersText} members`;

export const timeLeft = (time: string) => `, ${time} left`;

export const ledgerText = (usernameText: string | number) => `Ledger of ${usernameText}`;
export const balance = (pointsText2: ReactNode) => <>Balance {pointsText2}</>;
export const searchLedger = "Search the ledger";
export const reasonReference = "Reason or reference";
export const theLedger = "The ledger";
export const foundText = (total: number) => `${formatCount(total, "movement")} found`;
export const movementsNewestFirst = "Movements, newest first";
export const noPointsHaveMoved = "No entries yet";
export const theirFirstClaimBet = "Their first claim, bet or reward will appear here.";
export const noEntriesMatch = "No entries match";
export const noEntryMatches = (q: string | number) => `No entries in this ledger match “${q}”.`;
export const balanceAfter = "Balance after: ";
export const loadingLedger = "Loading the ledger";

export const handOverLink = (usernameText: string | number) =>
  `If email doesn't reach ${usernameText}, give them a link yourself. It works once.`;
export const sendToNoOneElse = (usernameText: string | number) =>
  `For ${usernameText}. Anyone with this link can use it, so send it to no one else.`;
export const verificationLink = "Verification link";
export const passwordResetLink = "Password reset link";
export const makeVerificationLink = "Make a verification link";
export const emailVerifiedAlready = "The email is verified already.";
export const makePasswordResetLink = "Make a password reset link";
export const worksOnceUntilShown = (expiresAt: ReactNode) => (
  <>
    Works once, until {expiresAt}. It is shown only here and only now; you can make another one
    later.
  </>
);

export const removePictureText = (usernameText: string | number) =>
  `Remove the picture of ${usernameText}?`;
export const disappearsEverywhereRightAway =
  "It disappears everywhere right away and cannot be brought back. The member can upload another one.";
export const removePictureConfirm = "Remove picture";

export const managePointsText = `Manage ${PointsName}`;
export const balanceText = (usernameText: string | number) => `Balance of ${usernameText}`;
export const balanceNow = "Balance now";
export const amount = "Amount";
export const reasonHint = "Optional. The member sees it in the statement.";
export const setBalance = "Set this balance?";
export const balanceBecomesPointsPlace = (
  usernameText: string | number,
  amountText: string | number,
  pointsText2: string | number,
) =>
  `The balance of ${usernameText} becomes ${amountText} ${pointsName}, in place of ${pointsText2}.`;
export const setBalanceText = "Set balance";
export const moreThanBalance = "More than the balance";
export const makes = (after: ReactNode) => <>makes {after}</>;

export const usernameMustLeast3 = "Username must be at least 3 characters long";
export const renameText = (usernameText: string | number) => `Rename ${usernameText}?`;
export const newNameShowsEverywhere =
  "The new name shows everywhere right away. The old one becomes free for others.";
export const renameConfirm = "Rename";
export const newUsername = "New username";
export const usernameHint = "3 to 24 letters, numbers or underscores.";

export const endAllSessions = (usernameText: string | number) =>
  `End all sessions of ${usernameText}?`;
export const theySignedOutEvery =
  "They are signed out on every device right away and have to log in again. Their password stays the same.";
export const endSessionsText = "End sessions";

export const deactivateText = (usernameText: string | number) => `Deactivate ${usernameText}?`;
export const activateText = (usernameText: string | number) => `Activate ${usernameText}?`;
export const theyCanStillLog = `They can still log in and look around. Bets, claims, tickets and purchases are refused with “Your account is inactive” until you activate the account again. Their ${pointsName} stay.`;
export const theyCanBetClaim = `They can bet, claim, enter giveaways and buy again, with the ${pointsName} they have.`;

export const pointsCsv = `${PointsName} as CSV`;
export const whatFileDoes = "What the file does";
export const waitingLines = "Waiting lines";
export const whoseLine = "Whose line is it?";
export const removeLine = "Remove the line?";
export const pointsImported = `${PointsName} imported`;

export const credit = "Credit";
export const creditPoints = (pointsText2: string | number, usernameText: string | number) =>
  `Credit ${pointsText2} ${pointsName} to ${usernameText}`;
export const willNeverCreditedAlso =
  "It will never be credited, even if the member links or verifies later. Importing the same file again doesn't bring it back.";
export const remove = "Remove";

export const nothingHasBeenCredited = (name: string | number) =>
  `${name}: nothing has been credited yet.`;
export const imported = (name: string | number) => `${name} has been imported.`;
export const importedBefore = "This file was imported before. It doesn't credit anyone twice.";
export const importCreditPoints = (creditedPoints: string | number) =>
  `Import and credit ${creditedPoints} ${pointsName}`;
export const importWaiting = (count: number) => `Import ${formatCount(count, "waiting line")}`;
export const showWaitingLines = "Show waiting lines";
export const changeColumns = "Change columns";

export const howToReadFile = "How to read the file";
export const checkFile = (name: string) =>
  `${name}: check the settings below, then continue. Nothing is credited yet.`;
export const encoding = "Encoding";
export const chooseEncoding = "Choose the encoding";
export const utf8 = "UTF-8";
export const windows1252 = "Windows-1252";
export const utf16Little = "UTF-16 (little-endian)";
export const utf16Big = "UTF-16 (big-endian)";
export const thousandsSign = "Thousands separator";
export const automatic = "Automatic";
export const commaSign = "Comma (1,000)";
export const dotSign = "Dot (1.000)";
export const spaceSign = "Space (1 000)";
export const apostropheSign = "Apostrophe (1'000)";
export const theColumns = "The columns";
export const loadingColumns = "Loading the columns";
export const firstLineHasNames = "The first line has the names of the columns";
export const columnsOfFile = "Columns of the file";
export const columnNumber = (place: number) => `Column ${place}`;
export const meaningOf = (column: string) => `Content of ${column}`;
export const ignored = "Ignore";
export const pointsColumn = PointsName;
export const kickIdColumn = "Kick ID";
export const kickUsernameColumn = "Kick username";
export const casinoUsernameColumn = "Casino username";

export const wouldCredited = "Would be credited";
export const credited = "Credited";
export const points = (creditedPoints: string | number) => `${creditedPoints} ${pointsName}`;
export const wouldWait = "Would wait";
export const wait = "Wait";
export const pointsText = (waitingPoints: string | number) => `${waitingPoints} ${pointsName}`;
export const invalid = "Invalid";
export const duplicates = "Duplicates";
export const removed = "Removed";
export const takenBack = "Taken back";
export const leftOut = (count: number) =>
  `${formatCount(count, `line with 0 ${pointsName} is`, `lines with 0 ${pointsName} are`)} left out: there is nothing to credit.`;
export const waits = "Waits";
export const duplicate = "Duplicate";
export const linesShow = "Lines shown";
export const notMatched = (length: string | number) => `Not matched (${length})`;
export const allLines = (length: string | number) => `All lines (${length})`;
export const fileHasNoLines = "The file has no lines.";
export const everyLineWasMatched = "Every line was matched.";
export const linesFile = "Lines of the file";
export const onlyFirstLinesListed = (length: string | number) =>
  `Only the first ${length} lines are listed.`;
export const line = (lineText: string | number) => `Line ${lineText}`;

export const fileTooLargeMost = "The file is too large: at most 5 MB";
export const importText = "Import";
export const firstRowNamesColumns = `The file needs a column with ${pointsName} and one with a Kick ID, a casino name or an email. If a column is unclear, you choose what it has. You see what the file would do before anything is credited. ${PointsName} go only to a Kick account that its owner linked by signing in to Kick, an approved casino name or a verified email; other lines wait.`;
export const lineWaitsCount = (count: number) => formatCount(count, "line waits", "lines wait");
export const showThem = "Show them";
export const theyCreditedThemselvesOnce =
  "They are credited automatically once the member links or verifies, or when you credit them.";
export const exportText = "Export";
export const exportPoints = `Export ${pointsName}`;
export const allMembersTheirPoints = `All members with their ${pointsName}, as a table for spreadsheets.`;
export const chooseCsvFile = "Choose a CSV file";
export const csvFile = "CSV file";

export const theLines = "The lines";
export const noWaitingLines = "No waiting lines";
export const everyLineEveryFile = "Every line of every file has been credited or removed.";
export const creditOneOnlyIf = (total: number) =>
  `${formatCount(total, "line waits", "lines wait")}. Credit one only if you know whose it is.`;
export const searchLines = "Search waiting lines";
export const searchLinesHint = "A name or an email";
export const noLinesMatch = (q: string) => `No waiting lines match “${q}”.`;
export const linesFound = (total: number) => `${formatCount(total, "line")} found`;
export const creditLinked = "Credit linked accounts";
export const creditLinkedQuestion = "Credit linked accounts?";
export const linkedByName = (lines: number, pointsText2: string) =>
  `${formatCount(lines, "line names", "lines name")} a linked Kick account by name only (${pointsText2} ${pointsName}).`;
export const linkedByNameOnly =
  "These lines have the Kick name of a member who linked that account, but not its Kick ID. A Kick name can pass to someone else. Credit these lines only if the names in your files are still right.";
export const creditLines = (lines: number, pointsText2: string) =>
  `Credit ${formatCount(lines, "line")} with ${pointsText2} ${pointsName}`;
export const linesLeft = (left: number) =>
  `${formatCount(left, "line still waits", "lines still wait")}: the balance is full, or your role can't change the member.`;
export const loadingLinesWait = "Loading the waiting lines";
export const importLine = (
  reasonText: string | number,
  importTextText: string | number,
  lineText: string | number,
) => `${reasonText} · import ${importTextText}, line ${lineText}`;

export const imports = "Imports";
export const showImports = "Show imports";
export const importsHint = "What each file credited. You can take an import back as a whole.";
export const theImports = "The imports";
export const loadingImports = "Loading the imports";
export const noImports = "No imports yet";
export const importsAppearHere = "Each file that you import will appear here.";
export const importOf = (number: string, begunAt: string, lines: number) =>
  `Import ${number} · ${begunAt} · ${formatCount(lines, "line")}`;
export const importSums = (
  credited: number,
  creditedPoints: string,
  waiting: number,
  waitingPoints: string,
) =>
  `${formatCount(credited, "line")} credited (${creditedPoints} ${pointsName}), ${formatCount(waiting, "line")} waiting (${waitingPoints} ${pointsName})`;
export const takeBack = "Take back";
export const takeBackNamed = (number: string) => `Take back: import ${number}`;
export const beingTakenBack = "Being taken back";
export const takenBackAt = (moment: string, taken: string) =>
  `Taken back ${moment}: ${taken} ${pointsName}`;
export const hadBeenSpent = (missing: string) => `; ${missing} had been spent`;
export const takeBackQuestion = "Take the import back?";
export const takeBackTakes = `Each member loses the ${pointsName} that this import credited, at most their balance.`;
export const pointsTaken = (taken: string, creditedPoints: string) =>
  `${taken} of ${creditedPoints} ${pointsName} are taken, by today's balances.`;
export const pointsSpent = (missing: string) =>
  `${missing} ${pointsName} are spent already. They are recorded as missing.`;
export const linesRemoved = (count: number) =>
  `${formatCount(count, "waiting line is", "waiting lines are")} removed.`;
export const takeBackIsFinal = `This can't be undone. You can import the same lines again. Where members had spent some of the ${pointsName}, their lines and those of unknown members then wait for you.`;
export const takeBackImport = (number: string) => `Take import ${number} back`;

export const kickId = (kickIdText: string | number) => `Kick ID ${kickIdText}`;

export const newest = "Newest";
export const oldest = "Oldest";
export const username = "Username";
export const mostPoints = `Most ${pointsName}`;
export const fewestPoints = `Fewest ${pointsName}`;

export const failedUpdatePoints = (said: string | number) =>
  `Failed to update ${pointsName}: ${said}`;
export const errorUpdatingPointsPlease = `Error updating ${pointsName}. Please try again.`;

export const enterWholeNumberPoints = `Enter a whole number of ${pointsName}`;
export const moreThanBalanceCan = "That is more than a balance can hold";
export const enterWholeNumberPointsLeast = `Enter a whole number of ${pointsName}, at least 1`;
export const pointsTooMany = `At most 1,000,000,000 ${pointsName} for each`;
export const pleaseEnterReason = "Please enter a reason";
export const mostCharacters = (reasonMax: string | number) => `At most ${reasonMax} characters`;

export const oneTimeLink = "One-time link";
export const linkCopied = "link";

export const add = "Add";
export const set = "Set";
/** What is copied, as in "Copied account ID of rory". */
export const accountIdOf = (username: string) => `account ID of ${username}`;
export const creditNamed = (member: string) => `Credit: ${member}`;
export const removeNamed = (member: string) => `Remove: ${member}`;
