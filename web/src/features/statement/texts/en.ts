import { PointsName, pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";

export const movementsPointsNewestFirst = `Changes to your ${pointsName}, newest first`;
export const what = "What";
export const when = "When";
export const points = PointsName;
export const balanceAfter = "Balance after: ";
export const balanceAfterText = "Balance after";
export const round = (id: string | number) => `Round ${id}`;
export const claim = (day: string) => `Claim of ${day}`;
export const purchase = (number: string | number) => `Purchase ${number}`;
export const giveaway = (id: string | number) => `Giveaway ${id}`;
export const note = (text: string) => `“${text}”`;
export const record = (text: string | number) => `Record ${text}`;

export const yourPoints = `Your ${pointsName}`;
export const statement = "Statement";
export const everyPointCameWent = `Every change to your ${pointsName}, with the balance after it. Entries never change.`;
export const balance = "Balance";
export const yourStatement = "Your statement";
export const noPointsHaveMoved = "No entries yet";
export const openDailyCalendar = "Open the daily calendar";
export const firstClaimBetReward = "Your first claim, bet or reward will appear here.";
export const nothingStandsPage = "No entries on this page";
export const newestEntries = "Go to the newest entries";
export const statementHas = (pagesText: number) =>
  `The statement has ${formatCount(pagesText, "page")}.`;
export const pages = "Pages";
export const newer = "Newer";
export const entryCount = (count: number) => formatCount(count, "entry", "entries");
export const page = (pageText: string | number, pagesText: string | number) =>
  `Page ${pageText} of ${pagesText}`;
export const older = "Older";
export const loadingStatement = "Loading your statement";
