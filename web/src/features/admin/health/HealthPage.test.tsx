import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, aSignIn, openAsAdmin, refusal } from "@/test-panel";
import { later } from "@/testing/later";
import { queryClient } from "@/wire/queries";
import { UNKNOWN_CHANGE } from "@/wire/submit";
import { keepAdminToken } from "../session/store";
import type { Health, ServiceHealth } from "./queries";
import { aHealth, copy, job, mail, nightly } from "./test-health";

const READ = "GET /api/admin/health";
const BACKUP = "POST /api/admin/backup";
const DOWNLOAD = "POST /api/admin/backup/download";

/** A service that is asked by itself. */
const outside = (title: string, change: Partial<ServiceHealth>): ServiceHealth => ({
  ...mail,
  name: title,
  title,
  note: "12 answers, 3 failed; the last took 40 ms",
  ...change,
});

let health: Health;
const counts = { waiting: 0, dead: 0 };
const house: Answers = {
  [READ]: () => jsonAnswer(health),
  "GET /api/admin/letters": () =>
    jsonAnswer({ success: true, items: [], total: 0, page: 1, pages: 0, counts }),
};

beforeEach(() => {
  health = aHealth();
});

afterEach(() => {
  vi.restoreAllMocks();
  keepAdminToken(null);
  queryClient.clear();
});

const open = (answers: Answers = {}) => openAsAdmin("/admin/health", { ...house, ...answers });
const wholeRow = async (table: string, name: RegExp) =>
  within(await screen.findByRole("table", { name: table })).getByRole("row", { name });

/** A row as a wide window shows it. */
async function row(table: string, name: RegExp): Promise<Element> {
  const shown = document.createElement("tr");
  shown.append(...[...(await wholeRow(table, name)).children].map((cell) => cell.cloneNode(true)));
  for (const part of shown.querySelectorAll(".md\\:hidden")) part.remove();
  return shown;
}

const service = (name: RegExp) => row("External services, with their state", name);
const fact = async (term: string) => (await screen.findByText(term)).nextElementSibling;

it("shows where copies of backups are, and why one failed", async () => {
  const failed = {
    ...copy,
    target: "command",
    title: "Command",
    state: "failing",
    lastFailedAt: "2026-11-22T11:45:00Z",
    lastError: "exited with 7: no room",
  } as const;
  health.backupCopies = [copy, failed];
  open();
  const copies = "Copies of backups, by target";
  expect(await row(copies, /^S3 storage/)).toHaveTextContent(
    `S3 storageEncrypted${copy.name}Good9 hours agoNever5.0 MB`,
  );
  expect(await row(copies, /^Command/)).toHaveTextContent(
    `CommandEncrypted${copy.name}Last error: exited with 7: no roomFailing9 hours ago15 minutes ago5.0 MB`,
  );
});

it("shows what holds how much memory", async () => {
  open();
  const memory = "Memory, by what uses it";
  expect(await row(memory, /^Program/)).toHaveTextContent("Program and libraries–28 MB");
  expect(await row(memory, /^Sockets/)).toHaveTextContent("Sockets of pages17~214 KB");
  expect(await screen.findByText(/The site uses 40 MB of 64 MB\./)).toBeVisible();
});

it("shows no table of a system that doesn't report memory", async () => {
  health.memory = null;
  open();
  await screen.findByRole("heading", { name: /^Store/ });
  expect(screen.queryByRole("heading", { name: "Memory" })).not.toBeInTheDocument();
});

it("opens at the copies of backups where the first steps lead there", async () => {
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
  openAsAdmin("/admin/health#backup-copies", house);
  const heading = await screen.findByRole("heading", { name: "Copies somewhere else" });
  await waitFor(() => expect(heading).toHaveFocus());
  expect(scroll.mock.contexts).toContain(heading);
});

it("says so when no copy is somewhere else", async () => {
  health.backupCopies = [];
  open();
  expect(await screen.findByText(/There are no copies somewhere else\./)).toBeVisible();
});

it("says how store, server, services, jobs and backups fare", async () => {
  open();
  expect(await screen.findByText("Everything works")).toBeVisible();
  expect(await fact("New changes")).toHaveTextContent("Accepted");
  expect(await fact("Not in the index yet")).toHaveTextContent("45 commits");
  expect(await fact("Index")).toHaveTextContent("1.4 GB");
  expect(await fact("Free disk space")).toHaveTextContent("50 GB");
  expect(await fact("Started")).toHaveTextContent("1 day ago");
  expect(await fact("Live connections")).toHaveTextContent("17");
  expect(await service(/^Mail/)).toHaveTextContent(
    "MailEmails are written into files: 0 waiting, 0 failedNot set up––",
  );
  expect(await row("Jobs with their last runs", /^Send emails/)).toHaveTextContent(
    "Send emailsGoodEvery minute1 minute ago1,4400",
  );
  expect(await row("Backups, the newest first", /^1200/)).toHaveTextContent(
    "1200-nightly.baseNightly9 hours ago5.0 MB",
  );
});

it("shows failed logins of the panel, with the last one's address", async () => {
  const lastAt = "2026-11-22T11:30:00Z";
  health = {
    ...health,
    panelLogins: { refused: 1_204, refusedLastDay: 37, lastAt, lastAddress: "203.0.113.7" },
  };
  open();
  expect(await fact("Last 24 hours")).toHaveTextContent("37");
  expect(await fact("Since the start")).toHaveTextContent("1,204");
  expect(await fact("Last one")).toHaveTextContent("30 minutes ago");
  expect(await fact("From")).toHaveTextContent("203.0.113.7");
});

it("says so when no login of the panel failed", async () => {
  open();
  expect(await screen.findByText("No failed logins since the server started.")).toBeVisible();
});

it("has the values of other columns under the name in a narrow window", async () => {
  open();
  const sending = within(await wholeRow("Jobs with their last runs", /^Send emails/));
  expect(sending.getByRole("rowheader")).toHaveTextContent(
    "Send emailsWhen: Every minute Last ended: 1 minute ago Runs: 1,440 Failures: 0",
  );
  const [state, ...others] = sending.getAllByRole("cell");
  expect(state).not.toHaveClass("max-md:hidden");
  expect(others).toHaveLength(4);
  for (const cell of others) expect(cell).toHaveClass("max-md:hidden");
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
  expect(await screen.findByText("Needs attention: Store · Send emails · Mail")).toBeVisible();
  expect(screen.getByText("The disk is nearly full")).toBeVisible();
  expect(await fact("New changes")).toHaveTextContent("Refused");
  expect(screen.getByText("Last error: the disk is gone")).toBeVisible();
  const failing = await service(/^Mail/);
  expect(failing).toHaveTextContent("1 hour ago");
  expect(failing).toHaveTextContent("Last error: no such mailbox");
});

it("shows jobs that wait for work, and what went wrong with one that works again", async () => {
  const lastFailedAt = "2026-11-22T11:57:00Z";
  health = {
    ...health,
    jobs: [
      { ...job, title: "Send emails", schedule: null, atLeastEvery: 60 },
      { ...job, name: "bets", title: "Show bets", schedule: null, lastEndedAt: null, runs: 0 },
      { ...job, name: "x", title: "Sweep", failures: 1, lastFailedAt, lastError: "no room" },
    ],
  };
  open();
  const jobs = "Jobs with their last runs";
  expect(await row(jobs, /^Send emails/)).toHaveTextContent(
    "Send emailsGoodOn demand, at least every minute1 minute ago1,4400",
  );
  expect(await row(jobs, /^Show/)).toHaveTextContent("Show betsGoodOn demandNot yet00");
  expect(await row(jobs, /^Sweep/)).toHaveTextContent(
    "SweepLast error, 3 minutes ago: no roomGoodEvery minute1 minute ago1,4401",
  );
  expect(screen.getByText("Everything works")).toBeVisible();
});

it("tells services that fare badly from those that nobody has set up", async () => {
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
  expect(await service(/^Wager/)).toHaveTextContent(
    "Wager leaderboard12 answers, 3 failed; the last took 40 msGood4 minutes agoNever",
  );
  expect(await service(/^Kick/)).toHaveTextContent(
    /Last error: it did not answer in timeNeeds attentionNeverNever/,
  );
  expect(await service(/^Bonus/)).toHaveTextContent(/status 502FailingNeverNever/);
  // Said once.
  expect(await service(/^Other/)).toHaveTextContent(/^OtherNot set up––$/);
  expect(screen.getByText("Needs attention: Bonus hunts · Kick")).toBeVisible();
});

it("warns of a proxy that the settings do not name", async () => {
  health = { ...health, untrustedProxy: { address: "203.0.113.7", header: "x-forwarded-for" } };
  open();
  const title = await screen.findByText("Visitors may be sharing one limit");
  const warning = title.closest("[role=alert]");
  expect(warning).toHaveTextContent(
    "Requests from 203.0.113.7 name another client in x-forwarded-for",
  );
  expect(warning).toHaveTextContent("server.trusted_proxies");
});

it("says what is to be put in order, and then not that everything works", async () => {
  const text = "Members can't confirm their address.";
  health = { ...health, notices: [{ code: "mail", title: "Email isn't set up", text }] };
  open();
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText("Needs attention: Email isn't set up")).toBeVisible();
  expect(screen.queryByText("Everything works")).toBeNull();
});

it("orders what needs attention by harm: failures, what is missing, warnings", async () => {
  health = {
    ...health,
    services: [{ ...mail, state: "warning" }],
    jobs: [{ ...job, state: "failing" }],
    notices: [
      { code: "backup", title: "No recent backup", text: "There is no backup yet." },
      { code: "site_url", title: "The site's address isn't set", text: "Links need it." },
    ],
    untrustedProxy: { address: "203.0.113.7", header: "x-forwarded-for" },
  };
  open();
  const order = [
    "Send emails",
    "No recent backup",
    "The site's address isn't set",
    "Visitors may be sharing one limit",
    "Mail",
  ];
  expect(await screen.findByText(`Needs attention: ${order.join(" · ")}`)).toBeVisible();
  const page = document.body.textContent;
  const places = order.slice(1, 4).map((title) => page.lastIndexOf(title));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

it("does not speak of proxies while there is nothing to do", async () => {
  open();
  expect(await screen.findByText("Everything works")).toBeVisible();
  expect(screen.queryByText("Visitors may be sharing one limit")).toBeNull();
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
  expect(await row("Backups, the newest first", /^1300/)).toHaveTextContent("On request");
  expect(panel.sent(BACKUP)).toHaveLength(1);
});

it("says how far the backup is, and how long it still takes", async () => {
  const written = later<Response>();
  const stage = { doneBytes: 300 << 20, totalBytes: 400 << 20, elapsedMillis: 900_000 };
  const timeout = vi.spyOn(AbortSignal, "timeout");
  open({
    [BACKUP]: () => written.promise,
    "GET /api/admin/backup/progress": () =>
      jsonAnswer({ success: true, stage: { name: "writing", ...stage } }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Back up now" }));
  const bar = await screen.findByRole("progressbar", { name: "Progress" });
  expect(bar).toHaveAttribute("aria-valuetext", "Writing the backup: 300 MB of about 400 MB");
  expect(screen.getByText("75%, 5 minutes left")).toBeVisible();
  // It may take longer than other calls.
  expect(timeout).toHaveBeenCalledWith(3_600_000);
  written.resolve(refusal(503, "The disk is full", "no_backup"));
  expect(await screen.findByText("The disk is full")).toBeVisible();
  expect(screen.queryByRole("progressbar")).toBeNull();
});

async function openDownload(answers: Answers) {
  const panel = open(answers);
  await userEvent.click(await screen.findByRole("button", { name: "Download a backup" }));
  return {
    panel,
    dialog: within(await screen.findByRole("dialog", { name: "Download a backup" })),
  };
}

it("lets the browser download a backup that a passphrase encrypts", async () => {
  const path = "/api/admin/backup/file/code";
  const opened: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    opened.push(this.pathname);
  });
  let isRefused = true;
  const bodies: unknown[] = [];
  const { dialog } = await openDownload({
    [DOWNLOAD]: async (request) => {
      bodies.push(await request.json());
      return isRefused
        ? jsonAnswer(
            {
              success: false,
              error: "validation",
              message: "The passphrase is too common",
              fields: { passphrase: "The passphrase is too common" },
            },
            400,
          )
        : jsonAnswer({ success: true, path, bytes: 7 });
    },
  });
  const download = dialog.getByRole("button", { name: "Download" });
  expect(download).toBeDisabled();
  await userEvent.type(dialog.getByLabelText("Passphrase"), "wombats dig at night");
  await userEvent.type(dialog.getByLabelText("Passphrase again"), "wombats");
  await userEvent.click(download);
  expect(dialog.getByText("The passphrases don't match.")).toBeVisible();
  expect(bodies).toEqual([]);
  await userEvent.type(dialog.getByLabelText("Passphrase again"), " dig at night");
  await userEvent.click(download);
  expect(await dialog.findByText("The passphrase is too common")).toBeVisible();
  isRefused = false;
  await userEvent.click(download);
  expect(await screen.findByText(/^The download has started\./)).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(opened).toEqual([path]);
  expect(bodies[1]).toEqual({ encryption: "passphrase", passphrase: "wombats dig at night" });
});

it("encrypts a download with the key of the settings, unless it is to be unencrypted", async () => {
  health = { ...health, backupKey: true };
  const bodies: unknown[] = [];
  const { dialog } = await openDownload({
    [DOWNLOAD]: async (request) => {
      bodies.push(await request.json());
      return refusal(409, "A backup is being downloaded.", "busy");
    },
  });
  expect(dialog.getByText(/^The file is encrypted with the key/)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Download" }));
  expect(await dialog.findByText("A backup is being downloaded.")).toBeVisible();
  await userEvent.click(dialog.getByLabelText("Download unencrypted"));
  expect(dialog.getByText(/^Anyone who gets an unencrypted file/)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Download" }));
  await waitFor(() => expect(bodies).toEqual([{ encryption: "settings" }, { encryption: "none" }]));
});

it("has the focus in the field of a proof, also where it takes a while to know what to ask for", async () => {
  const signIn = later<Response>();
  const { dialog } = await openDownload({
    [DOWNLOAD]: () => refusal(403, "Please confirm first", "proof"),
    "GET /api/sign-in": () => signIn.promise,
  });
  await userEvent.click(dialog.getByLabelText("Download unencrypted"));
  await userEvent.click(dialog.getByRole("button", { name: "Download" }));
  const proof = within(await screen.findByRole("dialog", { name: "Confirm that it's you" }));
  expect(proof.queryByLabelText("Password")).toBeNull();
  signIn.resolve(jsonAnswer(aSignIn()));
  expect(await proof.findByLabelText("Password")).toHaveFocus();
});

it("says that copies aren't encrypted, and whether that was chosen", async () => {
  health = { ...health, backupCopies: [{ ...copy, encrypted: false }] };
  open();
  expect(
    await screen.findByText(/^Copies aren't encrypted, as the settings file says/),
  ).toBeVisible();
  const text = "Anyone who gets a copy can read it.";
  const notice = { code: "unencrypted_copies", title: "Copies of backups are not encrypted", text };
  health = { ...health, notices: [notice] };
  await userEvent.click(screen.getByRole("button", { name: "Refresh" }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByText(/^Copies aren't encrypted, as the settings file says/)).toBeNull();
});

it.each([
  ["a refusal", () => refusal(503, "The backup could not be written", "no_backup"), false],
  ["a lost answer", () => Promise.reject(new TypeError("Failed to fetch")), true],
])("says why no backup could be written: %s", async (_, answer, isUnknown) => {
  open({ [BACKUP]: answer });
  await userEvent.click(await screen.findByRole("button", { name: "Back up now" }));
  const alert = await screen.findByText(
    isUnknown ? /^Connection lost/ : "The backup could not be written",
  );
  expect(alert).toBeVisible();
  expect(screen.queryByText(UNKNOWN_CHANGE) !== null).toBe(isUnknown);
  expect(await wholeRow("Backups, the newest first", /^1200/)).toBeVisible();
});

it("says what went wrong, and tries again", async () => {
  let isBroken = true;
  open({ [READ]: () => (isBroken ? refusal(400, "Not right now") : jsonAnswer(health)) });
  expect(await screen.findByText("Loading the status of the site")).toBeInTheDocument();
  expect(await screen.findByText("Not right now")).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Everything works")).toBeVisible();
});

it("reads the letters again, too, on Refresh", async () => {
  const panel = open();
  await screen.findByText("No emails are waiting.");
  const before = panel.sent("GET /api/admin/letters").length;
  await userEvent.click(screen.getByRole("button", { name: "Refresh" }));
  await waitFor(() => expect(panel.sent("GET /api/admin/letters").length).toBeGreaterThan(before));
});
