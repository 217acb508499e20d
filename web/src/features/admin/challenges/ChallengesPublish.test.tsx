import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import type { Answers } from "@/test-panel";
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

it("shows both lists when somebody else has published, and publishes over theirs only when told to", async () => {
  const { sent } = await open();
  await complete("Bandit");
  challenges.publishElsewhere(([olympus, ...others]) => [
    { ...(olympus ?? aChallenge("1", "")), reward: "$80" },
    ...others,
    aChallenge("4", "Theirs"),
  ]);
  await press("Push Live");
  await answerYes("Push Live");
  const both = await screen.findByRole("dialog", { name: "Somebody else has published" });
  const cells = within(both)
    .getAllByRole("row")
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(cells).toEqual([
    ["What", "Live now (4)", "Your draft (3)"],
    ["Olympus"],
    ["Reward", "$80", "$50"],
    ["Bandit"],
    ["Status", "Pending", "Completed"],
    ["Theirs"],
    ["Entry", "Theirs", "Not in this list"],
  ]);
  expect(challenges.list).toHaveLength(4);

  await answerYes("Keep editing");
  expect(screen.getByText("Somebody else has published since you began.")).toBeVisible();
  await press("Compare");
  await answerYes("Publish my draft over it");
  expect(await screen.findByText("Changes pushed live successfully!")).toBeVisible();
  expect(sent(PUBLISH)).toHaveLength(2);
  expect(challenges.list.map(({ title, completed }) => [title, completed])).toEqual([
    ["Olympus", false],
    ["Bonanza", true],
    ["Bandit", true],
  ]);
});

it("gives the draft up for what is live", async () => {
  await open();
  await complete("Bandit");
  challenges.publishElsewhere((known) => [...known, aChallenge("4", "Theirs")]);
  await press("Push Live");
  await answerYes("Push Live");
  await screen.findByRole("dialog", { name: "Somebody else has published" });
  await answerYes("Take what is live");
  expect(await screen.findByRole("dialog", { name: "Discard Changes" })).toHaveTextContent(
    "cannot be undone",
  );
  await answerYes("Cancel");
  await screen.findByRole("dialog", { name: "Somebody else has published" });
  expect(challengeList.drafts.current()).not.toBeNull();
  await answerYes("Take what is live");
  await answerYes("Discard");
  expect(await screen.findByText("Changes discarded")).toBeVisible();
  expect(rows()).toEqual(["Olympus", "Bonanza", "Bandit", "Theirs"]);
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
  expect(await screen.findByText("Somebody else has published since you began.")).toBeVisible();
  expect(rows()).toEqual(["Olympus", "Bonanza", "Bandit", "Theirs"]);
  expect(button("Completed: Bandit")).toHaveTextContent("Completed");
});

it("publishes nothing over a list whose version nobody knows", async () => {
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
  await screen.findByRole("dialog", { name: "Somebody else has published" });
  expect(sent(PUBLISH)).toEqual([]);
});
