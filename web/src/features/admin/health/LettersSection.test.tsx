import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { neverAnswer } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import type { Letter } from "./letters";
import { aHealth } from "./test-health";

const LETTERS = "GET /api/admin/letters";
const PAGE_LENGTH = 20;

const letterOf = (id: string, username: string | null, change: Partial<Letter> = {}): Letter => ({
  id,
  userId: `u${id}`,
  username,
  to: "m***@example.com",
  subject: "Confirm your address",
  tries: 2,
  writtenAt: "2026-11-22T11:00:00Z",
  nextAt: "2026-11-22T12:20:00Z",
  until: "2026-11-23T11:00:00Z",
  lastError: "the mail server did not answer",
  dead: false,
  ...change,
});
const given = (id: string, username: string, change: Partial<Letter> = {}) =>
  letterOf(id, username, { dead: true, tries: 8, nextAt: null, ...change });

let letters: readonly Letter[];

/** The server's side: letters by their state, page by page. */
const house: Answers = {
  "GET /api/admin/health": () => jsonAnswer(aHealth()),
  [LETTERS]: (request) => {
    const query = new URL(request.url).searchParams;
    const page = Number(query.get("page"));
    const dead = letters.filter((letter) => letter.dead);
    const waiting = letters.filter((letter) => !letter.dead);
    const of = query.get("state") === "dead" ? dead : waiting;
    return jsonAnswer({
      success: true,
      items: of.slice((page - 1) * PAGE_LENGTH, page * PAGE_LENGTH),
      total: of.length,
      page,
      pages: Math.ceil(of.length / PAGE_LENGTH),
      counts: { waiting: waiting.length, dead: dead.length },
    });
  },
};

const done = () => jsonAnswer({ success: true, message: "Done" });

beforeEach(() => {
  letters = [
    letterOf("1", "rory"),
    letterOf("2", null, { tries: 0, lastError: "" }),
    given("3", "emu"),
  ];
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const open = (answers: Answers = {}) => openAsAdmin("/admin/health", { ...house, ...answers });
const waiting = () => screen.findByRole("list", { name: "Waiting emails" });
const dead = () => screen.findByRole("list", { name: "Failed emails" });
const tab = async (name: string) => userEvent.click(await screen.findByRole("tab", { name }));
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const confirm = () =>
  userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Delete" }));

it("tells whose letters wait, how often they were tried and why they failed", async () => {
  const { tokens } = open();
  const [first, second] = within(await waiting()).getAllByRole("listitem");
  expect(first).toHaveTextContent(
    "Confirm your addressTo rory (m***@example.com), written 1 hour ago, tried 2 times, next try in 20 minutes. Its link expires in 23 hours.Last error: the mail server did not answer",
  );
  expect(second).toHaveTextContent(
    /To a deleted account \(m\*{3}@example\.com\), written 1 hour ago, not tried yet, next try/,
  );
  expect(second).not.toHaveTextContent("Last error");
  expect(screen.getByRole("link", { name: "rory" })).toHaveAttribute(
    "href",
    "/admin/accounts?q=rory",
  );
  expect(screen.getByRole("tab", { name: "Waiting (2)" })).toBeVisible();
  expect(tokens(LETTERS)[0]).toBe("Bearer admin-1");
});

it("tells which letters were given up, and tries one of them again", async () => {
  const RETRY = "POST /api/admin/letters/3/retry";
  const { sent } = open({
    [RETRY]: () => {
      letters = letters.map((one) => (one.id === "3" ? letterOf("3", "emu", { tries: 0 }) : one));
      return done();
    },
  });
  await tab("Failed (1)");
  expect(await dead()).toHaveTextContent(
    /To emu \(.+\), written 1 hour ago, tried 8 times\. Its link expires/,
  );
  await press("Try again the email to emu");
  expect(await screen.findByText("The email to emu will be sent again.")).toBeVisible();
  expect(await screen.findByText("No failed emails.")).toBeVisible();
  expect(sent(RETRY)).toHaveLength(1);
  await tab("Waiting (3)");
  expect(within(await waiting()).getAllByRole("listitem")).toHaveLength(3);
});

it("tries a letter that waits at once", async () => {
  const RETRY = "POST /api/admin/letters/1/retry";
  const { sent } = open({ [RETRY]: done });
  await waiting();
  await press("Try now the email to rory");
  expect(await screen.findByText("The email to rory will be sent again.")).toBeVisible();
  expect(sent(RETRY)).toHaveLength(1);
});

it("does not try a letter whose link has ended", async () => {
  letters = [given("3", "emu", { until: "2026-11-22T11:59:00Z" })];
  open();
  await tab("Failed (1)");
  expect(await dead()).toHaveTextContent("Its link has expired.");
  expect(screen.queryByRole("button", { name: /^Try/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Delete the email to emu" })).toBeVisible();
});

it("deletes a letter only after a question, and leaves the focus in the list", async () => {
  const DELETE = "DELETE /api/admin/letters/1";
  const { sent } = open({
    [DELETE]: () => {
      letters = letters.filter(({ id }) => id !== "1");
      return done();
    },
  });
  await waiting();
  await press("Delete the email to rory");
  expect(screen.getByRole("dialog", { name: "Delete this email?" })).toHaveTextContent(
    "“Confirm your address” to rory is deleted and never delivered.",
  );
  await press("Cancel");
  expect(sent(DELETE)).toEqual([]);
  await press("Delete the email to rory");
  await confirm();
  expect(await screen.findByText("The email to rory has been deleted.")).toBeVisible();
  expect(within(await waiting()).getAllByRole("listitem")).toHaveLength(1);
  expect(screen.getByRole("tab", { name: "Waiting (1)" })).toBeVisible();
  // The list has it, not the whole page.
  await waitFor(() => {
    expect(document.activeElement).toContainElement(screen.getByText("Delete"));
    expect(document.body).not.toHaveFocus();
    expect(screen.getByRole("main")).not.toHaveFocus();
  });
});

it("says why a letter was not deleted or tried, and reads the list again", async () => {
  const { sent } = open({
    "DELETE /api/admin/letters/1": () => {
      letters = letters.filter(({ id }) => id !== "1");
      return refusal(404, "There is no such letter: it has left, or was removed", "not_found");
    },
    "POST /api/admin/letters/2/retry": () =>
      refusal(409, "This letter is being delivered at this moment. Please look again."),
  });
  const list = within(await waiting());
  const before = sent(LETTERS).length;
  await press("Delete the email to rory");
  await confirm();
  const why = await screen.findByText("There is no such letter: it has left, or was removed");
  await waitFor(() => expect(sent(LETTERS).length).toBeGreaterThan(before));
  // The letter has left, and the question with the reason stays until it has been read.
  await waitFor(() => expect(list.queryByText("rory")).toBeNull());
  expect(why).toBeVisible();
  await press("Cancel");
  await press("Try now the email to a deleted account");
  expect(
    await screen.findByText("This letter is being delivered at this moment. Please look again."),
  ).toBeVisible();
});

it("goes through pages, and back from one that has gone", async () => {
  letters = Array.from({ length: 21 }, (_, index) => letterOf(`${index}`, `member${index}`));
  open({
    "DELETE /api/admin/letters/20": () => {
      letters = letters.slice(0, 20);
      return done();
    },
  });
  expect(within(await waiting()).getAllByRole("listitem")).toHaveLength(20);
  await press("Next");
  expect(await screen.findByText(/^To/, { selector: "p" })).toHaveTextContent("member20");
  expect(screen.getByText("Page 2 of 2")).toBeVisible();
  await press("Delete the email to member20");
  await confirm();
  await waitFor(async () =>
    expect(within(await waiting()).getAllByRole("listitem")).toHaveLength(20),
  );
  expect(screen.queryByText(/^Page/)).toBeNull();
});

it("says that there are none", async () => {
  letters = [];
  open();
  expect(await screen.findByText("No emails are waiting.")).toBeVisible();
  await tab("Failed (0)");
  expect(await screen.findByText("No failed emails.")).toBeVisible();
});

it("says that they could not be loaded, and tries again", async () => {
  let isBroken = true;
  open({
    [LETTERS]: (request) =>
      isBroken ? refusal(403, "Not right now") : (house[LETTERS]?.(request) ?? done()),
  });
  expect(await screen.findByText("The emails could not be loaded")).toBeVisible();
  isBroken = false;
  await press("Retry");
  expect(await waiting()).toBeVisible();
});

it("says at once why a letter was not tried, whatever the next reading takes", async () => {
  let isHeld = false;
  open({
    [LETTERS]: (request) => (isHeld ? neverAnswer(request) : (house[LETTERS]?.(request) ?? done())),
    "POST /api/admin/letters/1/retry": () => {
      isHeld = true;
      return refusal(409, "This letter is being delivered at this moment. Please look again.");
    },
  });
  await waiting();
  await press("Try now the email to rory");
  expect(
    await screen.findByText("This letter is being delivered at this moment. Please look again."),
  ).toBeVisible();
});
