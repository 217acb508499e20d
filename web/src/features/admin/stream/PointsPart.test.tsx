import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { refusal } from "@/test-panel";
import { later } from "@/testing/later";
import { setHiding } from "../shell/private";
import { aGrant, aMember, held, hold, leave, openStream } from "./test-stream";

const GIVE = "POST /api/auth/admin/manage-points";
const UNDO = "POST /api/admin/grants/g1/undo";

beforeEach(() => hold({ members: [aMember("1", "ann"), aMember("2", "anna-lena")] }));
afterEach(leave);

const given = () => jsonAnswer({ success: true, message: "Done", newBalance: 550 });
const points = async () => within(await screen.findByRole("region", { name: "Points" }));
/** The message about it is gone after some seconds. */
const ended = () =>
  waitFor(() =>
    expect(screen.getByRole("button", { name: "Give" })).not.toHaveAttribute("aria-busy"),
  );
const chosen = (name: string) => screen.findByRole("button", { name: `Give 50 points to ${name}` });

it("gives nothing to the member of a shorter text while the rest of the name is typed", async () => {
  const { sent } = openStream({ [GIVE]: given });
  const part = await points();
  await userEvent.type(part.getByLabelText("Member"), "ann");
  await chosen("ann");
  await userEvent.type(part.getByLabelText("Member"), "a-lena");
  // The search waits for the next letter.
  expect(part.getByRole("button", { name: "Give 50 points" })).toBeDisabled();
  await userEvent.click(await chosen("anna-lena"));
  await waitFor(() => expect(sent(GIVE)).toHaveLength(1));
  expect(sent(GIVE)[0]).toMatchObject({ userId: "2" });
});

it("keeps what is typed for the next member while the points are on their way", async () => {
  const answer = later<Response>();
  openStream({ [GIVE]: () => answer.promise });
  const part = await points();
  const field = part.getByLabelText("Member");
  await userEvent.type(field, "ann");
  await userEvent.click(await chosen("ann"));
  await userEvent.clear(field);
  await userEvent.type(field, "anna");
  await userEvent.type(part.getByLabelText("Other amount"), "70");
  await act(async () => answer.resolve(given()));
  await ended();
  expect(field).toHaveValue("anna");
  expect(part.getByLabelText("Other amount")).toHaveValue("70");
});

it("leaves the focus where it went meanwhile", async () => {
  const answer = later<Response>();
  openStream({ [GIVE]: () => answer.promise });
  const part = await points();
  await userEvent.type(part.getByLabelText("Member"), "ann");
  await userEvent.click(await chosen("ann"));
  const line = within(screen.getByRole("region", { name: "Line on the overlay" }));
  await userEvent.click(await line.findByLabelText("Text"));
  await act(async () => answer.resolve(given()));
  await ended();
  expect(line.getByLabelText("Text")).toHaveFocus();
});

it("begins with the next member after the points were given", async () => {
  openStream({ [GIVE]: given });
  const part = await points();
  await userEvent.type(part.getByLabelText("Reason"), "Good joke");
  await userEvent.type(part.getByLabelText("Member"), "ann");
  await userEvent.click(await chosen("ann"));
  expect(await part.findByText("ann got 50 points.")).toBeVisible();
  expect(part.getByLabelText("Member")).toHaveValue("");
  expect(part.getByLabelText("Reason")).toHaveValue("");
  expect(part.getByLabelText("Member")).toHaveFocus();
});

it("shows no failure beside points that were taken back", async () => {
  held.grants = [aGrant("g1", "ann")];
  openStream({
    // Another window was first.
    [UNDO]: () => {
      held.grants = [aGrant("g1", "ann", true)];
      return refusal(409, "These points were taken back already");
    },
  });
  const part = await points();
  await userEvent.click(await part.findByRole("button", { name: "Undo 50 points for ann" }));
  expect(await part.findByText("taken back")).toBeVisible();
  expect(part.queryByText("These points were taken back already")).toBeNull();
  // The pressed button is gone.
  await waitFor(() => expect(document.body).not.toHaveFocus());
});

it("finds a member by the casino name, and shows why points came and went", async () => {
  const member = { ...aMember("1", "ann"), casinoUsername: "HighRoller99" };
  const line = {
    seq: 2,
    amount: -15,
    balanceAfter: 25,
    reason: "Removed by an admin",
    reference: "audit-9",
    createdAt: "2026-11-26T12:00:00Z",
    note: "Paid twice",
    givenBy: "owner",
  };
  openStream({
    "GET /api/admin/member-names": () => jsonAnswer({ success: true, members: [member] }),
    "GET /api/admin/member-names/1/ledger": () =>
      jsonAnswer({ success: true, items: [line], total: 1, page: 1, pages: 1 }),
  });
  const part = await points();
  await userEvent.type(part.getByLabelText("Member"), "highroller99");
  await chosen("ann");
  expect(part.getByText("Casino: HighRoller99")).toBeVisible();
  await userEvent.click(part.getByText("Last points of ann"));
  const lines = within(await part.findByRole("list", { name: "Last changes, newest first" }));
  expect(lines.getByText("Removed by the owner")).toBeVisible();
  expect(lines.getByText("Paid twice")).toBeVisible();
  expect(lines.getByText("−15")).toBeVisible();
});

it("hides the casino name while private values are hidden, until it is shown", async () => {
  act(() => setHiding(true));
  try {
    openWithNames([
      { ...aMember("1", "ann"), kickUsername: "ann_live", casinoUsername: "HighRoller99" },
      aMember("2", "anna"),
    ]);
    const part = await points();
    await userEvent.type(part.getByLabelText("Member"), "anna");
    const radio = await part.findByRole("radio", { name: "ann" });
    expect(part.getByText(/^Kick: ann_live · Casino:/)).toBeVisible();
    expect(part.queryByText(/HighRoller99/)).toBeNull();
    await userEvent.click(part.getByRole("button", { name: "Show the casino name of ann" }));
    expect(part.getByText("HighRoller99")).toBeVisible();
    // The press on the button does not choose the member.
    expect(radio).not.toBeChecked();
  } finally {
    act(() => setHiding(false));
  }
});

const openWithNames = (members: object[]) =>
  openStream({
    "GET /api/admin/member-names": () => jsonAnswer({ success: true, members }),
  });

it("chooses the member with the typed username before members with that name elsewhere", async () => {
  openWithNames([
    { ...aMember("1", "bob"), kickUsername: "Ann" },
    { ...aMember("2", "carl"), casinoUsername: "ann" },
    aMember("3", "ann"),
  ]);
  const part = await points();
  await userEvent.type(part.getByLabelText("Member"), "ann");
  await chosen("ann");
  expect(part.getByRole("radio", { name: "ann" })).toBeChecked();
});

it("chooses no member where two have the typed name elsewhere", async () => {
  openWithNames([
    { ...aMember("1", "bob"), kickUsername: "Ann" },
    { ...aMember("2", "carl"), casinoUsername: "ann" },
  ]);
  const part = await points();
  await userEvent.type(part.getByLabelText("Member"), "ann");
  expect(await part.findByRole("radio", { name: /^carl/ })).not.toBeChecked();
  expect(part.getByRole("radio", { name: /^bob/ })).not.toBeChecked();
  expect(part.getByRole("button", { name: "Give 50 points" })).toBeDisabled();
});

it("chooses the only member with the typed name elsewhere", async () => {
  openWithNames([
    { ...aMember("1", "bob"), kickUsername: "Annabel" },
    { ...aMember("2", "carl"), kickUsername: "ann", casinoUsername: "Ann" },
  ]);
  const part = await points();
  await userEvent.type(part.getByLabelText("Member"), "ann");
  await chosen("carl");
});

it("says that the member sees the reason", async () => {
  openStream();
  const part = await points();
  expect(await part.findByLabelText("Reason")).toHaveAccessibleDescription(
    "The member sees it in the statement.",
  );
});
