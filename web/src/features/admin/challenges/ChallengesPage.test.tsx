import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";
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

const stats = () => ["Completed", "Pending", "Total", "Current State"].map(statOf);

function statOf(label: string): string | null | undefined {
  const term = screen.getAllByText(label).find(({ tagName }) => tagName === "DT");
  return term?.nextElementSibling?.textContent;
}

const choose = (group: string, name: string) =>
  userEvent.click(within(screen.getByRole("group", { name: group })).getByRole("radio", { name }));

it("counts and filters what there is", async () => {
  await open();
  expect(stats()).toEqual(["1", "2", "3", "Live"]);
  expect(screen.getByText("All changes saved and synced")).toBeVisible();
  await choose("Status", "Pending");
  expect(rows()).toEqual(["Olympus", "Bandit"]);
  await choose("Difficulty", "Easy");
  expect(rows()).toEqual(["Bandit"]);
  expect(screen.getByText("1 of 3 challenges")).toBeVisible();
  await choose("Difficulty", "Extreme");
  expect(screen.getByRole("heading", { name: "No challenges match the filters" })).toBeVisible();
  await press("Clear the filters");
  expect(rows()).toEqual(["Olympus", "Bonanza", "Bandit"]);
});

it("asks for title, task and reward", async () => {
  await open();
  await press("Add Challenge");
  const dialog = within(await screen.findByRole("dialog", { name: "Add Challenge" }));
  await userEvent.type(dialog.getByLabelText("Title (required)"), "New one");
  await userEvent.click(dialog.getByRole("button", { name: "Add Challenge" }));
  expect(
    await dialog.findByText("Please fill in all required fields (Title, Task, Reward)"),
  ).toBeVisible();
  expect(dialog.getByText("Task is required")).toBeVisible();
  expect(dialog.getByText("Reward is required")).toBeVisible();
  expect(statOf("Total")).toBe("3");
});

it("takes only pictures by https, and whole points", async () => {
  await open();
  await press("Edit Olympus");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Challenge" }));
  await userEvent.type(dialog.getByLabelText("Image"), "http://a.example/x.png");
  await userEvent.clear(dialog.getByLabelText("Reward points"));
  await userEvent.type(dialog.getByLabelText("Reward points"), "2.5");
  await userEvent.click(dialog.getByRole("button", { name: "Save Challenge" }));
  expect(
    await dialog.findByText("Upload a picture, or enter an address that begins with https://"),
  ).toBeVisible();
  expect(dialog.getByText("Enter a whole number of points")).toBeVisible();
});

it("adds, edits, completes and deletes in the draft, and publishes the whole of it", async () => {
  const { sent, tokens } = await open();
  await press("Add Challenge");
  const add = within(await screen.findByRole("dialog", { name: "Add Challenge" }));
  await userEvent.type(add.getByLabelText("Title (required)"), " Money Train ");
  await userEvent.type(add.getByLabelText("Task (required)"), "Hit it");
  await userEvent.type(add.getByLabelText("Reward (required)"), "$100");
  await userEvent.type(add.getByLabelText("Reward points"), "750");
  await userEvent.selectOptions(add.getByLabelText("Difficulty"), "Extreme");
  await userEvent.click(add.getByRole("button", { name: "Add Challenge" }));
  expect(await screen.findByText("Challenge added to the draft")).toBeVisible();
  expect(stats()).toEqual(["1", "3", "4", "Draft"]);
  expect(screen.getByText("You have unsaved changes")).toBeVisible();

  await press("Edit Olympus");
  const edit = within(await screen.findByRole("dialog", { name: "Edit Challenge" }));
  expect(edit.getByLabelText("Reward points")).toHaveValue("250");
  await userEvent.clear(edit.getByLabelText("Reward (required)"));
  await userEvent.type(edit.getByLabelText("Reward (required)"), "$75");
  await userEvent.click(edit.getByRole("button", { name: "Save Challenge" }));
  expect(await screen.findByText("Challenge updated in the draft")).toBeVisible();

  await complete("Bandit");
  await userEvent.selectOptions(screen.getByLabelText("Difficulty of Bandit"), "Medium");
  await press("Delete Bonanza");
  expect(await screen.findByRole("dialog", { name: "Delete Challenge" })).toHaveTextContent(
    "Until then, Discard restores everything that is live.",
  );
  await answerYes("Delete");
  expect(await screen.findByText("Challenge deleted from the draft")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  expect(rows()).toEqual(["Olympus", "Bandit", "Money Train"]);
  expect(sent(PUBLISH)).toEqual([]);

  await press("Push Live");
  const question = await screen.findByRole("dialog", { name: "Push Changes Live" });
  expect(question).toHaveTextContent("Are you sure you want to push these changes live?");
  await answerYes("Push Live");
  expect(await screen.findByText("Changes pushed live successfully!")).toBeVisible();
  expect(sent(PUBLISH)).toEqual([
    [
      aChallenge("1", "Olympus", { rewardPoints: 250, reward: "$75" }),
      aChallenge("3", "Bandit", { difficulty: "Medium", completed: true }),
      aChallenge(expect.stringMatching(/^\d{13}$/), "Money Train", {
        provider: "",
        minBet: "",
        multiplier: "",
        reward: "$100",
        difficulty: "Extreme",
        rewardPoints: 750,
      }),
    ],
  ]);
  expect(tokens(PUBLISH)).toEqual(["Bearer admin-1"]);
  expect(statOf("Current State")).toBe("Live");
  expect(screen.getByText("All changes saved and synced")).toBeVisible();
});

it("saves the draft on this browser without a call, and discards it after a question", async () => {
  const { sent } = await open();
  await complete("Bandit");
  await press("Save Draft");
  expect(await screen.findByText("Draft saved successfully!")).toBeVisible();
  expect(screen.getByText("Draft saved on this browser")).toBeVisible();
  expect(button("Save Draft")).toBeDisabled();
  expect(screen.getByText("Draft saved on this browser").parentElement).toHaveFocus();
  expect(localStorage.getItem("pointhouse.admin.challenges")).toContain("Bandit");
  expect(sent(PUBLISH)).toEqual([]);

  await press("Discard");
  const question = await screen.findByRole("dialog", { name: "Discard Changes" });
  expect(question).toHaveTextContent("cannot be undone");
  await answerYes("Discard");
  expect(await screen.findByText("Changes discarded")).toBeVisible();
  expect(localStorage.getItem("pointhouse.admin.challenges")).toBeNull();
  expect(button("Pending: Bandit")).toHaveTextContent("Pending");
});

it("says when the browser cannot keep the draft", async () => {
  await open();
  await complete("Bandit");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await press("Save Draft");
  expect(await screen.findByText("Error saving draft")).toBeVisible();
  expect(screen.getByText("You have unsaved changes")).toBeVisible();
});

/** Another window saves a draft without Bandit. */
const forget = () =>
  act(() => {
    const base = { version: "v1", entries: challenges.list };
    const draft = { base, entries: challenges.list.filter(({ id }) => id !== "3") };
    localStorage.setItem("pointhouse.admin.challenges", JSON.stringify(draft));
    window.dispatchEvent(new StorageEvent("storage", { key: "pointhouse.admin.challenges" }));
  });

it("says when what was opened has gone meanwhile", async () => {
  await open();
  await press("Edit Bandit");
  const edit = within(await screen.findByRole("dialog", { name: "Edit Challenge" }));
  await userEvent.type(edit.getByLabelText("Title (required)"), " 2");
  forget();
  await userEvent.click(edit.getByRole("button", { name: "Save Challenge" }));
  expect(await edit.findByText(/^Error updating challenge: it is no longer in/)).toBeVisible();
  expect(edit.getByLabelText("Title (required)")).toHaveValue("Bandit 2");
  expect(challengeList.drafts.current()?.entries).toHaveLength(2);
  await answerYes("Cancel");
  await answerYes("Discard");

  act(() => challengeList.drafts.discard());
  await press("Delete Bandit");
  await screen.findByRole("dialog", { name: "Delete Challenge" });
  forget();
  await answerYes("Delete");
  expect(await screen.findByText("Error deleting challenge")).toBeVisible();
});

it("adds no more than the list may hold", async () => {
  await open();
  // The filter keeps two hundred rows out of the page.
  await userEvent.click(screen.getByRole("radio", { name: "Extreme" }));
  challenges.publishElsewhere(() =>
    Array.from({ length: 200 }, (_, index) => aChallenge(String(index + 1), "Olympus")),
  );
  act(() => deliver("challengesUpdated", challenges.list));
  expect(await screen.findByText("0 of 200 challenges")).toBeVisible();
  await press("Add Challenge");
  const add = within(await screen.findByRole("dialog", { name: "Add Challenge" }));
  await userEvent.type(add.getByLabelText("Title (required)"), "One more");
  await userEvent.type(add.getByLabelText("Task (required)"), "Hit it");
  await userEvent.type(add.getByLabelText("Reward (required)"), "$100");
  await userEvent.click(add.getByRole("button", { name: "Add Challenge" }));
  expect(await add.findByText(/^Error adding challenge: the list already has 200/)).toBeVisible();
  expect(add.getByLabelText("Title (required)")).toHaveValue("One more");
});

it("says what went wrong, and tries again", async () => {
  let isBroken = true;
  openAsAdmin("/admin/challenges", {
    ...challenges.answers,
    [LIST]: () => (isBroken ? refusal(400, "Not right now") : challenges.listAnswer()),
  });
  expect(await screen.findByText("Not right now")).toBeVisible();
  isBroken = false;
  await press("Retry");
  expect(await screen.findByText("Olympus")).toBeVisible();
});

it("asks before a logout throws unsaved changes away", async () => {
  const panel = await open();
  await complete("Bandit");
  await press("Logout");
  const question = await screen.findByRole("dialog", { name: "Logout with Unsaved Changes" });
  await userEvent.click(within(question).getByRole("button", { name: "Logout" }));
  expect(await screen.findByLabelText("Admin password")).toBeVisible();
  expect(panel.path()).toBe("/admin");
  expect(challengeList.drafts.current()).toBeNull();
});
