import { formatPointCount, PointsName, pointsName } from "@/ui/format/points";

export const playLimits = "Play limits";
export const haveSetNoLimits = "You have set no limits for your play.";
export const stakedToday = (usedToday: string | number, limit: string | number) =>
  `Staked today ${usedToday} of ${limit}`;
export const lostToday = (usedToday: string | number, limit: string | number) =>
  `Lost today ${usedToday} of ${limit}`;

export const whenLimitsApply =
  "Lower limits apply right away; higher ones, or none, after 24 hours. Days follow the site's time zone.";
export const yourLimits = "Your limits";
export const pointsStakedDay = `${PointsName} staked in a day`;
export const noLimit = "No limit";
export const pointsLostDay = `${PointsName} lost in a day`;
export const limitsSet = "Your limits are set.";
export const setLimits = "Set limits";
export const takeTimeOut1 = (timeOutDaysMax: string | number) =>
  `Take a time-out, 1 to ${timeOutDaysMax} days`;
export const none = "None";
export const noBetsUntilOver = "No bets until it is over; open rounds can be finished.";
export const takingTimeOutUntil = (until: string | number) =>
  `You are taking a time-out until ${until}.`;
export const days = "days";
export const end24Hours = "End it in 24 hours";
export const usedToday = (used: string) => `${used} today.`;
/** `limit`: null where there will be none. */
export const changesFrom = (used: string, limit: number | null, moment: string) =>
  limit === null
    ? `${used} today. No limit from ${moment}.`
    : `${used} today. ${formatPointCount(limit)} from ${moment}.`;

export const wholeNumberPointsAbove = `A whole number of ${pointsName} above 0`;
export const timeOutRange = (timeOutDaysMax: string | number) => `1 to ${timeOutDaysMax} days`;
export const timeOutUntil = (moment: string) => `Time-out until ${moment}`;
