import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { neverAnswer } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";
import type { FirstStep } from "../status/first-steps";
import { aBoard, boardAnswer } from "./test-board";

const READ = "GET /api/admin/first-steps";
const HIDE = "PUT /api/admin/first-steps";
const ids = ["public_address", "email", "overlay", "chat", "giveaway"] as const;

let steps: FirstStep[];
let unencryptedCopies: boolean;
let uncheckedRestore: boolean;

beforeEach(() => {
  unencryptedCopies = false;
  uncheckedRestore = false;
  steps = ids.map((id) => ({ id, done: false, hidden: false }));
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const open = (answers: Answers = {}) =>
  openAsAdmin("/admin", {
    "GET /api/leaderboard/wager": () => boardAnswer(aBoard()),
    [READ]: () =>
      jsonAnswer({ success: true, steps, url: "", unencryptedCopies, uncheckedRestore }),
    ...answers,
  });
const card = () => screen.findByRole("region", { name: "First steps" });
const setDone = (...done: FirstStep["id"][]) => {
  steps = ids.map((id) => ({ id, done: done.includes(id), hidden: false }));
};

it("lists every step with the reason and the way to it", async () => {
  const { tokens } = open();
  const list = within(await card());
  expect(list.getByText("0 of 5 done")).toBeVisible();
  const links = list
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["Set the address", "/admin/settings/place"],
    ["Set up email", "/admin/settings/mail"],
    ["Show the overlay", "/admin/overlay"],
    ["Connect the chat", "/admin/chat"],
    ["Create a giveaway", "/admin/giveaways"],
  ]);
  expect(list.getByText(/Send yourself a test email/)).toBeVisible();
  expect(tokens(READ)).toEqual(["Bearer admin-1"]);
});

it("says that Kick has ended the connection, here and in the menu, until it works again", async () => {
  let endedAt: string | null = null;
  open({ "GET /api/admin/chat/connection": () => jsonAnswer({ success: true, endedAt }) });
  await card();
  const title = "Kick has ended the connection of your channel";
  expect(screen.queryByText(title)).toBeNull();
  endedAt = "2026-11-25T12:00:00Z";
  act(() => deliver("chatConnectionChanged", {}));
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByRole("link", { name: "Connect it again" })).toHaveAttribute(
    "href",
    "/admin/chat",
  );
  expect(await screen.findByRole("link", { name: /^Chat\s*needs attention$/ })).toBeVisible();
  endedAt = null;
  act(() => deliver("chatConnectionChanged", {}));
  await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  expect(screen.getByRole("link", { name: "Chat" })).toBeVisible();
});

it("leads the owner to the check after a restore", async () => {
  uncheckedRestore = true;
  open();
  expect(await screen.findByText("This site was restored from a backup")).toBeVisible();
  expect(screen.getByRole("link", { name: "Check people" })).toHaveAttribute(
    "href",
    "/admin/people",
  );
});

it("says that copies of backups are not encrypted, until the owner has decided", async () => {
  unencryptedCopies = true;
  setDone(...ids);
  open();
  const title = "Copies of backups are not encrypted";
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByRole("link", { name: "What to do" })).toHaveAttribute("href", "/admin/health");
  unencryptedCopies = false;
  act(() => void window.dispatchEvent(new Event("visibilitychange")));
  await waitFor(() => expect(screen.queryByText(title)).toBeNull());
});

it("ticks what is done, without its link", async () => {
  setDone("email", "overlay");
  open();
  const list = within(await card());
  expect(list.getByText("2 of 5 done")).toBeVisible();
  const rows = list.getAllByRole("listitem");
  expect(rows[1]).toHaveTextContent(/^Done: Set up email$/);
  expect(rows[0]).toHaveTextContent(/^To do: Set the public address/);
  expect(list.getAllByRole("link")).toHaveLength(3);
});

it("disappears when all is done, once the window has the focus again", async () => {
  setDone("email");
  open();
  await card();
  setDone(...ids);
  act(() => void window.dispatchEvent(new Event("visibilitychange")));
  await waitFor(() => expect(screen.queryByRole("region", { name: "First steps" })).toBeNull());
});

it("ticks a step when settings have changed, and when a giveaway was created", async () => {
  open();
  const list = within(await card());
  setDone("email");
  act(() => deliver("siteSettingsChanged", { sections: ["mail"] }));
  expect(await list.findByText("1 of 5 done")).toBeVisible();
  setDone("email", "giveaway");
  act(() => deliver("giveawaysUpdated", { giveaways: [] }));
  expect(await list.findByText("2 of 5 done")).toBeVisible();
});

it("hides a step for everybody, and shows it again", async () => {
  setDone("email", "overlay", "giveaway");
  const panel = open({
    [HIDE]: async (request) => {
      const sent: { id: string; hidden: boolean } = await request.clone().json();
      for (const step of steps) if (step.id === sent.id) step.hidden = sent.hidden;
      return jsonAnswer({ success: true, message: "Done" });
    },
  });
  const list = within(await card());
  const press = (name: string) => userEvent.click(list.getByRole("button", { name }));
  await press("Hide: Connect your Kick chat");
  expect(await list.findByText("3 of 4 done")).toBeVisible();
  expect(screen.getByRole("region", { name: "First steps" })).toHaveFocus();
  await press("Hide: Set the public address");
  expect(await list.findByText("3 of 3 done")).toBeVisible();
  // What is done is no longer listed when nothing is left to do.
  expect(list.queryByText("Set up email")).toBeNull();
  await userEvent.click(list.getByText("2 hidden steps"));
  await press("Show again: Connect your Kick chat");
  expect(await list.findByText("3 of 4 done")).toBeVisible();
  expect(panel.sent(HIDE)).toEqual([
    { id: "chat", hidden: true },
    { id: "public_address", hidden: true },
    { id: "chat", hidden: false },
  ]);
});

it("says why a step was not hidden", async () => {
  open({ [HIDE]: () => refusal(400, "Not right now") });
  const list = within(await card());
  await userEvent.click(list.getByRole("button", { name: "Hide: Set up email" }));
  expect(await list.findByText("Not right now")).toBeVisible();
  expect(list.getByText("0 of 5 done")).toBeVisible();
});

it.each([
  ["while they load", neverAnswer],
  ["when they cannot be read", () => refusal(400, "Not right now")],
  [
    "when all are done",
    () => jsonAnswer({ success: true, steps: [{ id: "chat", done: true, hidden: true }], url: "" }),
  ],
])("shows the dashboard without them %s", async (_, answer) => {
  open({ [READ]: answer });
  expect(await screen.findByRole("table")).toHaveTextContent("kangaroo");
  expect(screen.queryByRole("region", { name: "First steps" })).toBeNull();
  expect(screen.queryByText("Not right now")).toBeNull();
});
