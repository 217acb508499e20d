export const dailyCalendar = "Daily Calendar";
