import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import type { Health, ServiceHealth } from "./queries";

const READ = "GET /api/admin/health";
const BACKUP = "POST /api/admin/backup";

const nightly = {
  name: "1200-nightly.base",
  kind: "nightly",
  bytes: 5_242_880,
  createdAt: "2026-11-22T03:00:00Z",
} as const;
const job = {
  name: "letters",
  title: "Deliver letters",
  schedule: "0 * * * * *",
  state: "good",
  running: false,
  runs: 1_440,
  failures: 0,
  lastStartedAt: "2026-11-22T11:59:00Z",
  lastEndedAt: "2026-11-22T11:59:00Z",
  lastError: null,
} as const;
const mail = {
  name: "mail",
  title: "Mail",
  state: "off",
  note: "Letters are written into files: 0 waiting, 0 given up",
  lastGoodAt: null,
  lastFailedAt: null,
  lastError: null,
} as const;

let health: Health;
const house: Answers = { [READ]: () => jsonAnswer(health) };

beforeEach(() => {
  health = {
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
    backups: [nightly],
    jobs: [job],
    push: { sockets: 17, members: 9 },
    services: [mail],
  };
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const open = (answers: Answers = {}) => openAsAdmin("/admin/health", { ...house, ...answers });
const row = async (table: string, name: RegExp) =>
  within(await screen.findByRole("table", { name: table })).getByRole("row", { name });
const fact = async (term: string) => (await screen.findByText(term)).nextElementSibling;

it("says how store, server, services, jobs and backups fare", async () => {
  open();
  expect(await screen.findByText("Everything works")).toBeVisible();
  expect(await fact("New commands")).toHaveTextContent("Taken");
  expect(await fact("Not in the index yet")).toHaveTextContent("45 commits");
  expect(await fact("Index")).toHaveTextContent("1.4 GB");
  expect(await fact("Room on the disk")).toHaveTextContent("50 GB");
  expect(await fact("Started")).toHaveTextContent("1 day ago");
  expect(await fact("Live connections")).toHaveTextContent("17");
  expect(await row("Services outside, with their state", /^Mail/)).toHaveTextContent(
    "MailLetters are written into files: 0 waiting, 0 given upNot set up––",
  );
  expect(await row("Jobs, with when they ran and how they ended", /^Deliver/)).toHaveTextContent(
    "Deliver lettersGoodEvery minute1 minute ago1,4400",
  );
  expect(await row("Backups, the newest first", /^1200/)).toHaveTextContent(
    "1200-nightly.baseNightly9 hours ago5.0 MB",
  );
});

it("names what is not as it should be, with the last error", async () => {
  health = {
    ...health,
    store: { ...health.store, state: "failing", writable: false, note: "The disk is nearly full" },
    jobs: [{ ...job, state: "failing", failures: 2, lastError: "the disk is gone" }],
    services: [
      {
        ...mail,
        state: "warning",
        lastFailedAt: "2026-11-22T11:00:00Z",
        lastError: "no such mailbox",
      },
    ],
  };
  open();
  expect(await screen.findByText("Worth a look: Store, Mail, Deliver letters")).toBeVisible();
  expect(screen.getByText("The disk is nearly full")).toBeVisible();
  expect(await fact("New commands")).toHaveTextContent("Refused");
  expect(screen.getByText("Last error: the disk is gone")).toBeVisible();
  const service = await row("Services outside, with their state", /^Mail/);
  expect(service).toHaveTextContent("1 hour ago");
  expect(service).toHaveTextContent("Last error: no such mailbox");
});

it("tells services that fare badly from those that nobody has set up", async () => {
  const outside = (title: string, change: Partial<ServiceHealth>): ServiceHealth => ({
    ...mail,
    name: title,
    title,
    note: "12 answers, 3 failed; the last took 40 ms",
    ...change,
  });
  health = {
    ...health,
    services: [
      outside("Wager leaderboard", { state: "good", lastGoodAt: "2026-11-22T11:56:00Z" }),
      outside("Kick", { state: "warning", lastError: "it did not answer in time" }),
      outside("Bonus hunts", { state: "failing", lastError: "it answered with status 502" }),
      outside("Other", { state: "off", note: "Not set up" }),
    ],
  };
  open();
  const of = (name: RegExp) => row("Services outside, with their state", name);
  expect(await of(/^Wager/)).toHaveTextContent(
    "Wager leaderboard12 answers, 3 failed; the last took 40 msGood4 minutes agoNever",
  );
  expect(await of(/^Kick/)).toHaveTextContent(
    /Last error: it did not answer in timeWorth a lookNeverNever/,
  );
  expect(await of(/^Bonus/)).toHaveTextContent(/status 502FailingNeverNever/);
  // Said once.
  expect(await of(/^Other/)).toHaveTextContent(/^OtherNot set up––$/);
  expect(screen.getByText("Worth a look: Kick, Bonus hunts")).toBeVisible();
});

it("writes a backup, and says where it is", async () => {
  health = { ...health, backups: [] };
  const panel = open({
    [BACKUP]: () => {
      const backup = { ...nightly, name: "1300-asked.base", kind: "asked" } as const;
      health = { ...health, backups: [backup] };
      return jsonAnswer({ success: true, message: "Everything is in 1300-asked.base", backup });
    },
  });
  expect(await screen.findByText("There is no backup yet.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Back up now" }));
  expect(await screen.findByText("Everything is in 1300-asked.base")).toBeVisible();
  expect(await row("Backups, the newest first", /^1300/)).toHaveTextContent("Asked for");
  expect(panel.sent(BACKUP)).toHaveLength(1);
});

it("says why no backup could be written", async () => {
  open({ [BACKUP]: () => refusal(409, "A backup is being written already") });
  await userEvent.click(await screen.findByRole("button", { name: "Back up now" }));
  expect(await screen.findByText("A backup is being written already")).toBeVisible();
  expect(await row("Backups, the newest first", /^1200/)).toBeVisible();
});

it("says what went wrong, and tries again", async () => {
  let isBroken = true;
  open({ [READ]: () => (isBroken ? refusal(400, "Not right now") : jsonAnswer(health)) });
  expect(await screen.findByText("Loading the state")).toBeInTheDocument();
  expect(await screen.findByText("Not right now")).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Everything works")).toBeVisible();
});
