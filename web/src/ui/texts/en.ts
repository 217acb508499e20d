import { pointsName } from "../format/points";
import { formatCount } from "../format/words";

export const changes = "Changes";
export const before = "Before";
export const after = "After";
export const showBeforeAfter = "Show before and after";

export const copy = (what: string | number) => `Copy ${what}`;
export const copied = "Copied";
export const copyText = "Copy";
export const copiedText = (what: string | number) => `Copied ${what}`;
export const couldNotCopySelect = (what: string | number) =>
  `Could not copy ${what}. Select the text and copy it by hand.`;

export const close = "Close";

export const hidePassword = "Hide password";
export const showPassword = "Show password";

export const month = "Month";
export const currentMonth = "Current month";
export const monthShow = "Month shown";
export const previousMonth = "Previous month";
export const nextMonth = "Next month";

export const retry = "Retry";

export const thatIsYou = "This is you";

export const points = (exact: string | number) => `${exact} ${pointsName}`;
export const pointsText = ` ${pointsName}`;

export const noPrize = "No prize";
export const bonusBuy = "bonus buy";

export const skipContent = "Skip to content";

export const ago = (age: string | number) => `${age} ago`;
export const minuteCount = (count: number) => formatCount(count, "minute");
export const hourCount = (count: number) => formatCount(count, "hour");
export const dayCount = (count: number) => formatCount(count, "day");

export const never = "Never";

export const empty = "(empty)";

export const first = "First";
export const second = "Second";
export const third = "Third";
export const unknownTime = "at an unknown time";
export const justNow = "just now";
export const anyMoment = "any moment";
export const inTime = (wait: string) => `in ${wait}`;
export const lessThanMinute = "less than a minute";
export const hoursAndMinutes = (hours: string, minutes: string) => `${hours} and ${minutes}`;
