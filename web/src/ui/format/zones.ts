/** Names of all time zones that the browser knows. */
export function allZones(): readonly string[] {
  return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];
}

/** The time zone of this browser; UTC where it names none. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}
