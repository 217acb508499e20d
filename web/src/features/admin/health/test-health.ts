import type { Health } from "./queries";

export const nightly = {
  name: "1200-nightly.base",
  kind: "nightly",
  bytes: 5_242_880,
  createdAt: "2026-11-22T03:00:00Z",
} as const;
export const copy = {
  target: "s3",
  title: "S3 storage",
  state: "good",
  encrypted: true,
  name: "pointhouse-2026-11-22T030000.000Z-nightly.base.age",
  bytes: 5_242_900,
  backupAt: "2026-11-22T03:00:00Z",
  copiedAt: "2026-11-22T03:00:05Z",
  lastFailedAt: null,
  lastError: null,
} as const;
export const job = {
  name: "letters",
  title: "Send emails",
  schedule: "0 * * * * *",
  atLeastEvery: null,
  state: "good",
  running: false,
  runs: 1_440,
  failures: 0,
  lastStartedAt: "2026-11-22T11:59:00Z",
  lastEndedAt: "2026-11-22T11:59:00Z",
  lastFailedAt: null,
  lastError: null,
} as const;
export const mail = {
  name: "mail",
  title: "Mail",
  state: "off",
  note: "Emails are written into files: 0 waiting, 0 failed",
  lastGoodAt: null,
  lastFailedAt: null,
  lastError: null,
} as const;

/** A site on which all is well, at noon. */
export function aHealth(): Health {
  return {
    success: true,
    version: "0.1.0",
    startedAt: "2026-11-21T12:00:00Z",
    now: "2026-11-22T12:00:00Z",
    store: {
      state: "good",
      note: null,
      writable: true,
      lastCommit: 12_345,
      appliedCommit: 12_300,
      memtableBytes: 2_048,
      journalBytes: 67_108_864,
      indexBytes: 1_503_238_554,
      freeBytes: 53_687_091_200,
    },
    memory: {
      totalBytes: 41_943_040,
      limitBytes: 67_108_864,
      parts: [
        {
          name: "program",
          title: "Program and libraries",
          count: null,
          bytes: 29_360_128,
          estimated: false,
        },
        {
          name: "sockets",
          title: "Sockets of pages",
          count: 17,
          bytes: 219_300,
          estimated: true,
        },
        {
          name: "rest",
          title: "Everything else",
          count: null,
          bytes: 12_363_612,
          estimated: false,
        },
      ],
    },
    backups: [nightly],
    backupKey: false,
    backupCopies: [copy],
    jobs: [job],
    push: { sockets: 17, members: 9 },
    panelLogins: { refused: 0, refusedLastDay: 0, lastAt: null, lastAddress: null },
    services: [mail],
    untrustedProxy: null,
    notices: [],
  };
}
