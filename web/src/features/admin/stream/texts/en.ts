import { formatPointCount, PointsName, pointsName } from "@/ui/format/points";
import { formatCount, plural } from "@/ui/format/words";

export const title = "Stream";
export const lead = "Everything you need while you're live, on one page.";
export const jumps = "Parts of this page";
export const parts = {
  giveaway: "Giveaway",
  hunt: "Bonus hunt",
  approvals: "Casino names",
  points: PointsName,
  games: "Games",
  line: "Line on the overlay",
} as const;
export const wholePage = (part: string) => `${part}: open the full page`;
export const undo = "Undo";
export const dismiss = "Hide";
export const loading = (part: string) => `Loading: ${part}`;

export const giveaways = "The giveaways";
export const prize = "Prize";
export const prizePlaceholder = "Signed hoodie";
export const length = "Length";
export const minutes = (count: number) => formatCount(count, "minute");
export const hours = (count: number) => formatCount(count, "hour");
export const entry = "Entry";
export const free = "Free";
export const paid = `For ${pointsName}`;
export const ticketPrice = `${PointsName} a ticket`;
export const start = "Start";
export const startAnother = "Start another one";
export const recent = "Like last time";
export const likeThat = (prizeText: string, time: string) => `${prizeText}, ${time}`;
/** The title that members see of a giveaway that was started here. */
export const endsIn = (time: string) => `Ends in ${time}`;
export const startsIn = (time: string) => `Starts in ${time}`;
export const opening = "Opening now";
export const drawing = "Drawing the winner";
export const tickets = (ticketCount: number, members: number) =>
  `${formatCount(ticketCount, "ticket")} of ${formatCount(members, "member")}`;
export const priceEach = (points: number) => `${formatPointCount(points)} a ticket`;
export const draw = "End and draw";
export const drawAgain = "Press again to draw";
export const endWithout = "End";
export const endWithoutAgain = "Press again to end without a winner";
export const back = "Cancel";
export const cancelGiveaway = "Cancel the giveaway…";
export const startsAtOnce = "Entries open at once. The winner is named on stream.";
export const winner = "Winner";
export const noWinner = "No winner";
export const wonTicket = (ticket: string, tickets: string) => `Ticket ${ticket} of ${tickets}`;
export const proof = "Proof";
export const newTab = " in a new tab";
export const openCount = (count: number) => `${formatCount(count, "giveaway")} open`;
export const whichGiveaway = "Which giveaway";

export const hunts = "The bonus hunts";
export const theHunt = "The bonus hunt";
export const noHunt = "No hunt is open. Hunts with unopened slots appear here.";
export const toHunts = "Open the hunts";
export const which = "Hunt";
export const openedOf = (opened: number, total: number) => `${opened} of ${total} opened`;
export const profit = "Profit";
export const needed = "Needed";
export const average = "Average";
export const slotOf = (bet: string, caller: string) =>
  caller === "" ? bet : `${bet}, called by ${caller}`;
export const winAmount = "Win";
export const play = "Save";
export const saveAnyway = "Save anyway";
export const skip = "Next";
export const checkWin = (question: string) => `${question} Viewers see it at once.`;
export const enterWin = "Enter what the slot paid";
export const played = (slot: string, win: string, times: string) => `${slot}: ${win}, ${times}`;
export const undoSlot = (slot: string) => `Undo ${slot}`;
export const undone = (slot: string) => `${slot} is unopened again.`;
export const openedElsewhere = "Opened in another window. Press Next to continue.";
export const allOpened = "All slots are opened.";
export const noSlots = "This hunt has no slots yet.";
export const fromService =
  "This hunt comes from a service: its slots are opened there and appear here.";

export const names = "The names";
export const noneWait = "No names are waiting. New ones appear here.";
export const approve = (name: string, member: string) => `Approve ${name} of ${member}`;
export const reject = (name: string, member: string) => `Reject ${name} of ${member}`;
export const undoDecision = (name: string, member: string) =>
  `Undo the decision on ${name} of ${member}`;
export const deletedMember = "deleted member";
export const approved = "Approved";
export const rejected = "Rejected";
export const more = (count: number) => `${formatCount(count, "more", "more")} waiting`;
export const lastDecisions = "Last decisions";
export const noDecisions = "Decisions appear here, and can be taken back.";

export const findMember = "Member";
export const findHint = "Name here, on Kick or at the casino";
export const onKick = (name: string) => `Kick: ${name}`;
export const atCasino = "Casino:";
export const linesOf = (member: string) => `Last ${pointsName} of ${member}`;
export const theLines = "The last changes";
export const lines = "Last changes, newest first";
export const noLines = `No ${pointsName} have moved yet.`;
export const found = "Members found";
export const noneFound = (text: string) => `No member is called “${text}”.`;
export const theMembers = "The members";
export const reason = "Reason";
export const reasonOptional = "Reason (optional)";
export const reasonHint = "The member sees it in the statement.";
export const amount = "Other amount";
export const presets = `Give ${pointsName}`;
export const preset = (points: string) => `+${points}`;
export const givePreset = (points: number, member: string | null) =>
  member === null
    ? `Give ${formatPointCount(points)}`
    : `Give ${formatPointCount(points)} to ${member}`;
export const give = "Give";
export const gave = (points: number, member: string) =>
  `${member} got ${formatPointCount(points)}.`;
export const grantsDone = "Given by you";
export const theGrants = `The ${pointsName} you gave`;
export const noGrants = `${PointsName} that you give appear here for 24 hours, and can be taken back.`;
export const grant = (points: string) => `+${points}`;
export const takenBack = "taken back";
export const undoGrant = (points: number, member: string) =>
  `Undo ${formatPointCount(points)} for ${member}`;
export const wholeNumber = "Enter a whole number above 0";

export const games = "The games";
export const switchOf = (game: string) => `${game} is open`;
export const open = "Open";
export const paused = "Paused";
export const budgetUsed = (time: string) => `Prize budget used up until ${time}`;
export const someOff = (count: number) =>
  `${formatCount(count, "game")} ${plural(count, "is", "are")} paused`;

export const theLine = "The overlay line";
export const text = "Text";
export const textPlaceholder = "Back in 5 minutes";
export const seconds = "Shown for";
export const secondCount = (count: number) => `${count} s`;
export const minuteCount = (count: number) => `${count} min`;
export const show = "Show";
export const replace = "Replace";
export const hide = "Hide";
export const onAir = (time: string) => `On the overlay for ${time}`;
export const otherOnAir = (line: string, time: string) => `“${line}” is on the overlay for ${time}`;
export const offAir = "Preview";
export const lineIs = (line: string) => `On the overlay: ${line}`;
export const noLine = "No line is on the overlay.";
