import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import type { AreaRights, Invitation, Person } from "./queries";

const READ = "GET /api/admin/people";
const RESTORED = "GET /api/admin/people/restored";
const INVITE = "POST /api/admin/people/invitations";
const owner: Person = {
  id: 1,
  name: "Rory",
  role: "owner",
  hasSecondFactor: false,
  hasNamedAccount: true,
  account: null,
  sessions: 1,
  usedAt: "2026-11-25T12:00:00Z",
};
const mia: Person = {
  id: 2,
  name: "Mia",
  role: "moderator",
  hasSecondFactor: false,
  hasNamedAccount: true,
  account: null,
  sessions: 0,
  usedAt: null,
};
const zoe: Invitation = { id: 3, name: "Zoë", role: "admin", endsAt: "2026-12-02T12:00:00Z" };
const rights: AreaRights[] = [
  { area: "giveaways", owner: "change", admin: "change", moderator: "change" },
  { area: "shop", owner: "change", admin: "change", moderator: "see" },
  { area: "people", owner: "change", admin: "none", moderator: "none" },
];

let people: Person[] = [];
let invitations: Invitation[] = [];

beforeEach(() => {
  people = [owner, { ...mia, sessions: 2, usedAt: "2026-11-25T11:00:00Z" }];
  invitations = [zoe];
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const done = () => jsonAnswer({ success: true, message: "Done" });
const open = (answers: Answers = {}) =>
  openAsAdmin("/admin/people", {
    [READ]: () =>
      jsonAnswer({ success: true, people, invitations, rights, secondFactorRequired: false }),
    [RESTORED]: () => jsonAnswer({ success: true, restored: null }),
    ...answers,
  });
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name, { exact: true })).closest("li");
  return within(row ?? document.createElement("li"));
};
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

it("lists people and open invitations, and what each role may do", async () => {
  open();
  const first = await rowOf("Rory");
  expect(first.getByText("Owner")).toBeVisible();
  expect(first.getByText("You")).toBeVisible();
  expect(first.getAllByRole("button")).toHaveLength(1);
  expect(first.getByText("No member account")).toBeVisible();
  const second = await rowOf("Mia");
  expect(second.getByText("Moderator")).toBeVisible();
  expect(second.getByText(/^2 sessions, last used /)).toBeVisible();
  expect((await rowOf("Zoë")).getByText(/^Expires .*2026/)).toBeVisible();

  const table = within(screen.getByRole("table", { name: "What each role can do" }));
  const cells = (name: RegExp) =>
    within(table.getByRole("row", { name }))
      .getAllByRole("cell")
      .map((cell) => cell.textContent);
  expect(cells(/^Giveaways/)).toEqual(["Edit", "Edit", "Edit"]);
  expect(cells(/^Points shop/)).toEqual(["Edit", "Edit", "View"]);
  expect(cells(/^Staff/)).toEqual(["Edit", "—No access", "—No access"]);
});

it("tells the owner who is alone why to invite somebody", async () => {
  people = [owner];
  invitations = [];
  open();
  expect(await screen.findByRole("heading", { name: "It's just you so far" })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Open invitations" })).toBeNull();
});

it("doesn't call the owner alone while people of a restored backup wait", async () => {
  people = [owner];
  invitations = [];
  const waiting = [
    {
      id: 2,
      name: "Mia",
      role: "moderator",
      joinedAt: "2026-11-25T12:00:00Z",
      hasApp: false,
      passkeys: 0,
    },
  ];
  open({
    [RESTORED]: () =>
      jsonAnswer({
        success: true,
        restored: { at: "2026-11-26T12:00:00Z", backupOf: null, waiting },
      }),
  });
  expect(await screen.findByRole("button", { name: /^Confirm.* Mia/ })).toBeVisible();
  await rowOf("Rory");
  expect(screen.queryByRole("heading", { name: "It's just you so far" })).toBeNull();
});

it("invites a person, and shows the link once", async () => {
  people = [owner];
  invitations = [];
  const panel = open({
    [INVITE]: () => {
      invitations = [{ ...zoe, role: "moderator" }];
      return jsonAnswer({ success: true, invitation: invitations[0], code: "one-time" });
    },
  });
  await press("Invite a person");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("button", { name: "Create link" })).toBeDisabled();
  await userEvent.type(dialog.getByLabelText("Name"), "Zoë");
  await userEvent.click(dialog.getByRole("button", { name: "Create link" }));
  const link = await screen.findByLabelText("Invitation link");
  expect(link).toHaveValue(`${window.location.origin}/admin/join#one-time`);
  expect(screen.getByText(/works once, for 7 days/i)).toBeVisible();
  expect(screen.getByRole("button", { name: "Copy the link" })).toBeVisible();
  expect(panel.sent(INVITE)).toEqual([{ name: "Zoë", role: "moderator" }]);
  await press("Done");
  expect((await rowOf("Zoë")).getByRole("button", { name: /^Withdraw/ })).toBeVisible();
  expect(document.body.textContent).not.toContain("one-time");
});

it("says at the field why a name is refused, and keeps what was typed", async () => {
  open({ [INVITE]: () => refusal(409, "This name is already taken", "name_taken") });
  await press("Invite a person");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Name"), "Mia");
  await userEvent.selectOptions(dialog.getByLabelText("Role"), "Admin");
  await userEvent.click(dialog.getByRole("button", { name: "Create link" }));
  expect(await dialog.findByText("This name is already taken")).toBeVisible();
  expect(dialog.getByLabelText("Name")).toHaveValue("Mia");
  expect(dialog.getByLabelText("Role")).toHaveValue("admin");
});

it.each([
  ["Sign out everywhere: Mia", "POST /api/admin/people/2/sign-out", "Sign out everywhere", null],
  ["Remove Mia", "DELETE /api/admin/people/2", "Remove", null],
  ["Change the role of Mia", "PUT /api/admin/people/2", "Change role", { role: "admin" }],
  ["Withdraw the invitation of Zoë", "DELETE /api/admin/people/invitations/3", "Withdraw", null],
])("asks before it does this: %s", async (button, call, confirm, body) => {
  const panel = open({ [call]: done });
  await press(button);
  const question = within(await screen.findByRole("dialog"));
  expect(panel.sent(call)).toEqual([]);
  const reads = panel.sent(READ).length;
  await userEvent.click(question.getByRole("button", { name: confirm }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(panel.sent(call)).toEqual([body]);
  expect(panel.sent(READ).length).toBeGreaterThan(reads);
});

it("says why the server refused, and reads the list again", async () => {
  const call = "DELETE /api/admin/people/2";
  open({
    [call]: () => {
      people = [owner];
      return refusal(404, "There is no such person", "not_found");
    },
  });
  await press("Remove Mia");
  const question = within(await screen.findByRole("dialog"));
  await userEvent.click(question.getByRole("button", { name: "Remove" }));
  expect(await question.findByRole("alert")).toHaveTextContent("There is no such person");
  expect(screen.queryByText("Mia", { exact: true })).toBeNull();
});

it("says which member account is a person's own one, and changes it", async () => {
  people = [owner, { ...mia, account: "emu" }];
  const call = "PUT /api/admin/people/2/account";
  const panel = open({ [call]: done });
  expect((await rowOf("Mia")).getByText("Member account: emu")).toBeVisible();
  await press("Member account of Mia");
  const question = within(await screen.findByRole("dialog"));
  const field = question.getByLabelText("Username");
  expect(field).toHaveValue("emu");
  await userEvent.clear(field);
  await userEvent.type(field, "roo");
  await userEvent.click(question.getByRole("button", { name: "Save account" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(panel.sent(call)).toEqual([{ username: "roo" }]);
});

it("says why the people could not be loaded", async () => {
  open({ [READ]: () => refusal(403, "Your role doesn't allow this", "role") });
  expect(await screen.findByText("Your role doesn't allow this")).toBeVisible();
});

it("lets people in again after a restore, one by one", async () => {
  let waiting = [
    {
      id: 2,
      name: "Nina",
      role: "moderator",
      joinedAt: "2026-11-01T12:00:00Z",
      hasApp: true,
      passkeys: 2,
    },
  ];
  let isOver = false;
  const restored = () => ({
    at: "2026-11-25T12:00:00Z",
    backupOf: "2026-11-24T04:00:00Z",
    waiting,
  });
  open({
    [RESTORED]: () => jsonAnswer({ success: true, restored: isOver ? null : restored() }),
    "GET /api/games/fairness/events": () =>
      jsonAnswer({
        success: true,
        events: [
          { kind: "keyExported", at: "2026-11-26T12:00:00Z", lostPairs: 0 },
          { kind: "restored", at: "2026-11-25T12:00:00Z", lostPairs: 1 },
        ],
      }),
    "POST /api/admin/people/2/confirm": () => {
      waiting = [];
      return done();
    },
    "DELETE /api/admin/people/restored": () => {
      isOver = true;
      return done();
    },
  });
  const section = within(await screen.findByRole("region", { name: "After the restore" }));
  expect(section.getByText(/restored from a backup of .*24/)).toBeVisible();
  expect(await section.findByText(/^1 seed pair was lost/)).toBeVisible();
  expect(section.getByText(/an authenticator app, 2 passkeys/)).toBeVisible();
  expect(section.queryByRole("button", { name: "Finish the check" })).toBeNull();
  await press("Confirm Nina");
  await press("Confirm");
  expect(await screen.findByText("Nina can log in again")).toBeVisible();
  expect(await section.findByText("No one is waiting for confirmation.")).toBeVisible();
  await press("Finish the check");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Finish the check" }));
  await waitFor(() => expect(screen.queryByText("After the restore")).toBeNull());
});
