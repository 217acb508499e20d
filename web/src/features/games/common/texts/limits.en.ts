export const playLimits = "Play limits";
export const haveSetNoLimits = "You have set no limits for your play.";
export const stakedToday = (usedToday: string | number, limit: string | number) =>
  `Staked today ${usedToday} of ${limit}`;
export const lostToday = (usedToday: string | number, limit: string | number) =>
  `Lost today ${usedToday} of ${limit}`;

export const stricterLimitHoldsOnce =
  "A stricter limit holds at once. A looser one, or none, holds after 24 hours. Days are the site's days.";
export const yourLimits = "Your limits";
export const pointsStakedDay = "Points staked in a day";
export const noLimit = "No limit";
export const pointsLostDay = "Points lost in a day";
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
export const points = (limit: string | number) => `${limit} points`;
export const from = (used: string | number, next: string | number, fromText: string | number) =>
  `${used} ${next} from ${fromText}.`;

export const wholeNumberPointsAbove = "A whole number of points above 0";
export const n1Days = (timeOutDaysMax: string | number) => `1 to ${timeOutDaysMax} days`;
export const timeOutUntil = (moment: string) => `Time-out until ${moment}`;
