import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";
import type { Challenge } from "./model";
import { challengeList } from "./queries";
import {
  aChallenge,
  answerYes,
  button,
  complete,
  LIST,
  openChallenges,
  PUBLISH,
  press,
  rows,
  TestChallenges,
} from "./test-challenges";

let challenges: TestChallenges;

beforeEach(() => {
  challenges = new TestChallenges();
});

afterEach(() => {
  keepAdminToken(null);
  challengeList.drafts.discard();
  queryClient.clear();
});

const open = (answers: Answers = {}) => openChallenges(challenges, answers);

it.each([
  [
    "a refusal",
    () =>
      jsonAnswer(
        {
          success: false,
          error: "validation",
          message: "Please check the form",
          fields: { title: "At most 120 characters" },
        },
        400,
      ),
    "title: At most 120 characters",
  ],
  [
    "an answer that does not say yes",
    () => jsonAnswer({ version: "v2" }),
    "Server did not confirm successful update",
  ],
  [
    "an answer that says no",
    () => jsonAnswer({ success: false }),
    "Server did not confirm successful update",
  ],
])("keeps the draft after %s", async (_, publish, reason) => {
  await open({ [PUBLISH]: publish });
  await complete("Bandit");
  await press("Push Live");
  await answerYes("Push Live");
  expect(await screen.findByText("Error pushing changes live")).toBeVisible();
  expect(screen.getByText(reason)).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByText("You have unsaved changes")).toBeVisible();
});

it("publishes its own changes and what another admin has published meanwhile", async () => {
  const { sent } = await open();
  await complete("Bandit");
  challenges.publishElsewhere(([olympus, ...others]) => [
    { ...(olympus ?? aChallenge("1", "")), reward: "$80" },
    ...others,
    aChallenge("4", "Theirs"),
  ]);
  await press("Push Live");
  await answerYes("Push Live");
  expect(await screen.findByText("Changes pushed live successfully!")).toBeVisible();
  expect(sent(PUBLISH)).toHaveLength(2);
  expect(challenges.list.map(({ title, reward, completed }) => [title, reward, completed])).toEqual(
    [
      ["Olympus", "$80", false],
      ["Bonanza", "$50", true],
      ["Bandit", "$50", true],
      ["Theirs", "$50", false],
    ],
  );
});

it("marks as its own only what it has changed itself", async () => {
  await open();
  await complete("Bandit");
  challenges.publishElsewhere(([olympus, ...others]) => [
    { ...(olympus ?? aChallenge("1", "")), title: "Olympus 1000" },
    ...others,
  ]);
  act(() => deliver("challengesUpdated", challenges.list));
  expect(await screen.findByText("Olympus 1000")).toBeVisible();
  const changed = screen
    .getAllByRole("row")
    .filter((row) => within(row).queryByText("Changed") !== null);
  expect(changed).toHaveLength(1);
  expect(within(changed[0] ?? document.body).getByText("Bandit")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Resolve conflicts" })).toBeNull();
});

/** Another admin publishes a change of Olympus, and this page reads it. */
async function changeOlympusElsewhere(change: Partial<Challenge>) {
  challenges.publishElsewhere((known) =>
    known.map((one) => (one.id === "1" ? { ...one, ...change } : one)),
  );
  act(() => deliver("challengesUpdated", challenges.list));
  const { queryKey } = challengeList;
  await waitFor(() =>
    expect(queryClient.getQueryData(queryKey)).toHaveProperty("version", `v${challenges.version}`),
  );
}

const editOlympus = async () => {
  await press("Edit Olympus");
  return within(await screen.findByRole("dialog", { name: "Edit Challenge" }));
};

it.each([
  ["without a draft", false],
  ["with a draft", true],
])("saves only what a form changed, %s", async (_, hasDraft) => {
  await open();
  if (hasDraft) await complete("Bandit");
  const edit = await editOlympus();
  await changeOlympusElsewhere({ reward: "$80" });
  await userEvent.type(edit.getByLabelText("Title (required)"), " 2");
  await userEvent.click(edit.getByRole("button", { name: "Save Challenge" }));
  expect(await screen.findByText("Challenge updated in the draft")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Resolve conflicts" })).toBeNull();
  expect(challengeList.drafts.current()?.entries[0]).toMatchObject({
    title: "Olympus 2",
    reward: "$80",
  });
});

it("asks which version to keep when a form and another admin changed the same field", async () => {
  await open();
  const edit = await editOlympus();
  await changeOlympusElsewhere({ reward: "$80", task: "Hit it twice" });
  await userEvent.type(edit.getByLabelText("Reward (required)"), "0");
  await userEvent.click(edit.getByRole("button", { name: "Save Challenge" }));
  await press("Resolve conflicts");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "WhatTake liveKeep mine",
    "Reward$80$500",
  ]);
});

it("saves a form of a new entry that another window published meanwhile", async () => {
  await open();
  const train = aChallenge("1700000000000", "Train");
  const live = { version: "v1", entries: challenges.list };
  act(() => challengeList.drafts.change(live, [...challenges.list, train]));
  await press("Edit Train");
  const edit = within(await screen.findByRole("dialog", { name: "Edit Challenge" }));
  challenges.publishElsewhere((known) => [...known, { ...train, id: "4" }]);
  act(() => deliver("challengesUpdated", challenges.list));
  await waitFor(() => expect(challengeList.drafts.current()).toBeNull());
  await userEvent.type(edit.getByLabelText("Title (required)"), " 2");
  await userEvent.click(edit.getByRole("button", { name: "Save Challenge" }));
  expect(await screen.findByText("Challenge updated in the draft")).toBeVisible();
  expect(challengeList.drafts.current()?.entries[3]).toMatchObject({ id: "4", title: "Train 2" });
});

/** Bandit is deleted and Olympus changed by another admin, after this one has changed both. */
async function toConflict() {
  const panel = await open();
  await complete("Bandit");
  await complete("Olympus");
  challenges.publishElsewhere(([olympus, bonanza]) => [
    { ...(olympus ?? aChallenge("1", "")), reward: "$80" },
    bonanza ?? aChallenge("2", ""),
    aChallenge("4", "Theirs"),
  ]);
  await press("Push Live");
  await answerYes("Push Live");
  const dialog = within(
    await screen.findByRole("dialog", { name: "Another admin changed the same entries" }),
  );
  return { ...panel, dialog };
}

it("asks which version to keep of what both have changed", async () => {
  const { sent, dialog } = await toConflict();
  const olympus = within(dialog.getByRole("group", { name: "Olympus" }));
  const bandit = within(dialog.getByRole("group", { name: "Bandit" }));
  expect(dialog.getAllByRole("group")).toHaveLength(2);
  expect(olympus.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "WhatTake liveKeep mine",
    "Reward$80$50",
    "StatusPendingCompleted",
  ]);
  expect(bandit.getByRole("row", { name: /^Entry/ })).toHaveTextContent("EntryDeletedBandit");
  const apply = dialog.getByRole("button", { name: "Apply choices" });
  expect(apply).toBeDisabled();
  await userEvent.click(olympus.getByRole("radio", { name: "Take live" }));
  expect(apply).toBeDisabled();
  await userEvent.click(bandit.getByRole("radio", { name: "Keep mine" }));
  await userEvent.click(apply);
  expect(await screen.findByText("Conflicts resolved in the draft")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent(PUBLISH)).toHaveLength(1);

  await press("Push Live");
  await answerYes("Push Live");
  expect(await screen.findByText("Changes pushed live successfully!")).toBeVisible();
  expect(challenges.list.map(({ title, reward, completed }) => [title, reward, completed])).toEqual(
    [
      ["Olympus", "$80", false],
      ["Bonanza", "$50", true],
      ["Bandit", "$50", true],
      ["Theirs", "$50", false],
    ],
  );
});

const takeLive = (title: string) =>
  within(screen.getByRole("group", { name: title })).getByRole("radio", { name: "Take live" });

it("asks again about an entry that changes live while the question is open", async () => {
  const { dialog } = await toConflict();
  await userEvent.click(takeLive("Olympus"));
  expect(dialog.getAllByRole("radio", { checked: true })).toHaveLength(1);
  await changeOlympusElsewhere({ reward: "$90" });
  expect(await screen.findByText("$90")).toBeVisible();
  expect(takeLive("Olympus")).not.toBeChecked();
});

it("asks about each of two entries with the same title", async () => {
  challenges.list = [...challenges.list, ...["4", "5"].map((id) => aChallenge(id, "Twin"))];
  await open();
  for (const pending of screen.getAllByRole("button", { name: "Pending: Twin" }))
    await userEvent.click(pending);
  challenges.publishElsewhere((known) => known.map((one) => ({ ...one, reward: "$80" })));
  await press("Push Live");
  await answerYes("Push Live");
  await screen.findByRole("dialog", { name: "Another admin changed the same entries" });
  const sides = screen.getAllByRole("radio", { name: "Take live" });
  expect(sides).toHaveLength(2);
  for (const side of sides) await userEvent.click(side);
  for (const side of sides) expect(side).toBeChecked();
});

it("publishes a new entry again under the id that the server gave it", async () => {
  let isBroken = false;
  const { sent } = await open({
    [LIST]: () => (isBroken ? refusal(503, "Not right now") : challenges.listAnswer()),
  });
  await press("Add Challenge");
  const add = within(await screen.findByRole("dialog", { name: "Add Challenge" }));
  await userEvent.type(add.getByLabelText("Title (required)"), "Train");
  await userEvent.type(add.getByLabelText("Task (required)"), "Hit it");
  await userEvent.type(add.getByLabelText("Reward (required)"), "$100");
  await userEvent.click(add.getByRole("button", { name: "Add Challenge" }));
  isBroken = true;
  await press("Push Live");
  await answerYes("Push Live");
  expect(await screen.findByText("Changes pushed live successfully!")).toBeVisible();
  // The page still has the list as it was sent.
  await complete("Train");
  isBroken = false;
  await press("Push Live");
  await answerYes("Push Live");
  await waitFor(() => expect(sent(PUBLISH)).toHaveLength(2));
  expect(sent(PUBLISH)[1]).toMatchObject([{ id: "1" }, { id: "2" }, { id: "3" }, { id: "4" }]);
});

it("publishes nothing while a conflict is undecided", async () => {
  const { sent, dialog } = await toConflict();
  await userEvent.click(dialog.getByRole("button", { name: "Keep editing" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(
    screen.getByText("Another admin changed the same entries. Choose which to keep."),
  ).toBeVisible();
  await press("Push Live");
  await answerYes("Push Live");
  await screen.findByRole("dialog", { name: "Another admin changed the same entries" });
  expect(sent(PUBLISH)).toHaveLength(1);
  await answerYes("Keep editing");
  await press("Resolve conflicts");
  await screen.findByRole("dialog", { name: "Another admin changed the same entries" });
});

it("publishes over a version that changed without the list", async () => {
  const { sent } = await open();
  await complete("Bandit");
  challenges.publishElsewhere((known) => known);
  await press("Push Live");
  await answerYes("Push Live");
  expect(await screen.findByText("Changes pushed live successfully!")).toBeVisible();
  expect(sent(PUBLISH)).toHaveLength(2);
});

it("takes over what is pushed, says so, and keeps the draft", async () => {
  await open();
  challenges.publishElsewhere((known) => [...known, aChallenge("4", "Theirs")]);
  act(() => deliver("challengesUpdated", challenges.list));
  expect(await screen.findByText("Theirs")).toBeVisible();
  expect((await screen.findAllByText("Challenges updated!"))[0]).toBeVisible();

  await complete("Bandit");
  challenges.publishElsewhere((known) => known.slice(0, 3));
  act(() => deliver("challengesUpdated", challenges.list));
  await waitFor(() => expect(rows()).toEqual(["Olympus", "Bonanza", "Bandit"]));
  expect(button("Completed: Bandit")).toHaveTextContent("Completed");
});

it("publishes only when the live version is known", async () => {
  let isTagged = false;
  const { sent } = await open({
    [LIST]: () =>
      jsonAnswer(challenges.list, 200, isTagged ? { ETag: `"v${challenges.version}"` } : {}),
  });
  await complete("Bandit");
  await press("Push Live");
  await answerYes("Push Live");
  expect(await screen.findByText("Error pushing changes live")).toBeVisible();
  expect(
    screen.getByText("The server did not say which version is live. Your draft is kept."),
  ).toBeVisible();
  expect(sent(PUBLISH)).toEqual([]);

  isTagged = true;
  challenges.publishElsewhere((known) => [...known, aChallenge("4", "Theirs")]);
  await press("Push Live");
  await answerYes("Push Live");
  expect(await screen.findByText("Changes pushed live successfully!")).toBeVisible();
  expect(sent(PUBLISH)).toHaveLength(1);
  expect(challenges.list.map(({ title }) => title)).toContain("Theirs");
});
