import type { AuditItem } from "./queries";

/** An entry of Mia, a person of the panel. */
export function entry(more: Partial<AuditItem> = {}): AuditItem {
  return {
    id: "1",
    at: "2026-11-20T10:00:00Z",
    actor: "Mia #3 127.0.0.1",
    name: "Mia",
    address: "127.0.0.1",
    session: "0a1b2c3d",
    action: "points.add",
    subject: "user:7",
    subjectName: "rory",
    ownAccount: false,
    names: {},
    before: '{"points":20}',
    after: '{"points":520,"reason":"won the raffle"}',
    ...more,
  };
}

const json = (side: object | null) => (side === null ? "" : JSON.stringify(side));

/** The same with values before and after. */
export function changeOf(
  action: string,
  subject: string,
  before: object | null,
  after: object | null,
  more: Partial<AuditItem> = {},
): AuditItem {
  const subjectName = /^user:\d+$/.test(subject) ? "rory" : null;
  return entry({ action, subject, subjectName, before: json(before), after: json(after), ...more });
}
