import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";
import type { Challenge } from "./model";
import { challengeList } from "./queries";
import { aChallenge } from "./test-challenges";

const LIST = "GET /api/challenges";
const PUBLISH = "POST /api/challenges";
const AWARD = "POST /api/admin/challenges/1/award";
const MEMBERS = "GET /api/admin/accounts";

// The server: its list, and the tag that goes with it.
let list: Challenge[];
let version: number;

const house: Answers = {
  [LIST]: () => jsonAnswer(list, 200, { ETag: `"v${version}"` }),
  [PUBLISH]: async (request) => {
    if (request.headers.get("If-Match") !== `"v${version}"`)
      return refusal(409, "Somebody else has changed the challenges meanwhile", "version_conflict");
    list = (await readList(request)).map((one, index) =>
      Object.assign(one, { id: String(index + 1) }),
    );
    version += 1;
    return jsonAnswer({ success: true, version: `v${version}` });
  },
};

async function readList(request: Request): Promise<Challenge[]> {
  const body: Challenge[] = await request.clone().json();
  return body;
}

const ignore = () => undefined;

beforeEach(() => {
  list = [
    aChallenge("1", "Olympus", { rewardPoints: 250 }),
    aChallenge("2", "Bonanza", { difficulty: "Easy", completed: true, rewardPoints: 100 }),
    aChallenge("3", "Bandit", { difficulty: "Easy" }),
  ];
  version = 1;
});

afterEach(() => {
  keepAdminToken(null);
  challengeList.drafts.discard();
  queryClient.clear();
});

async function open(answers: Answers = {}) {
  const panel = openAsAdmin("/admin/challenges", { ...house, ...answers });
  await screen.findByText("Olympus");
  return panel;
}

const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => userEvent.click(button(name));
const answerYes = async (name: string) =>
  userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));
const rows = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getByRole("rowheader").querySelector("p span")?.textContent);
const stats = () => ["Completed", "Pending", "Total", "Current State"].map(statOf);

function statOf(label: string): string | null | undefined {
  const term = screen.getAllByText(label).find(({ tagName }) => tagName === "DT");
  return term?.nextElementSibling?.textContent;
}

const complete = (title: string) => press(`Pending: ${title}`);

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
  expect(screen.getByRole("heading", { name: "No challenge fits the filters" })).toBeVisible();
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
  expect(await dialog.findByText("Enter an address that begins with https://")).toBeVisible();
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
    "This action cannot be undone.",
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

/** Another admin publishes. */
function publishElsewhere(change: (challenges: Challenge[]) => Challenge[]): void {
  list = change(list);
  version += 1;
}

it("shows both lists when somebody else has published, and publishes over theirs only when told to", async () => {
  const { sent } = await open();
  await complete("Bandit");
  publishElsewhere(([olympus, ...others]) => [
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
  expect(list).toHaveLength(4);

  await answerYes("Keep editing");
  expect(screen.getByText("Somebody else has published since you began.")).toBeVisible();
  await press("Compare");
  await answerYes("Publish my draft over it");
  expect(await screen.findByText("Changes pushed live successfully!")).toBeVisible();
  expect(sent(PUBLISH)).toHaveLength(2);
  expect(list.map(({ title, completed }) => [title, completed])).toEqual([
    ["Olympus", false],
    ["Bonanza", true],
    ["Bandit", true],
  ]);
});

it("gives the draft up for what is live", async () => {
  await open();
  await complete("Bandit");
  publishElsewhere((known) => [...known, aChallenge("4", "Theirs")]);
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
  publishElsewhere((known) => known);
  await press("Push Live");
  await answerYes("Push Live");
  expect(await screen.findByText("Changes pushed live successfully!")).toBeVisible();
  expect(sent(PUBLISH)).toHaveLength(2);
});

it("takes over what is pushed, says so, and keeps the draft", async () => {
  await open();
  publishElsewhere((known) => [...known, aChallenge("4", "Theirs")]);
  act(() => deliver("challengesUpdated", list));
  expect(await screen.findByText("Theirs")).toBeVisible();
  expect(await screen.findByText("Challenges updated!")).toBeVisible();

  await complete("Bandit");
  publishElsewhere((known) => known.slice(0, 3));
  act(() => deliver("challengesUpdated", list));
  expect(await screen.findByText("Somebody else has published since you began.")).toBeVisible();
  expect(rows()).toEqual(["Olympus", "Bonanza", "Bandit", "Theirs"]);
  expect(button("Completed: Bandit")).toHaveTextContent("Completed");
});

/** Another window saves a draft without Bandit. */
const forget = () =>
  act(() => {
    const base = { version: "v1", entries: list };
    const draft = { base, entries: list.filter(({ id }) => id !== "3") };
    localStorage.setItem("pointhouse.admin.challenges", JSON.stringify(draft));
    window.dispatchEvent(new StorageEvent("storage", { key: "pointhouse.admin.challenges" }));
  });

it("says when what was opened has gone meanwhile", async () => {
  await open();
  await press("Edit Bandit");
  const edit = within(await screen.findByRole("dialog", { name: "Edit Challenge" }));
  forget();
  await userEvent.click(edit.getByRole("button", { name: "Save Challenge" }));
  expect(await screen.findByText("Error updating challenge")).toBeVisible();

  act(() => challengeList.drafts.discard());
  await press("Delete Bandit");
  await screen.findByRole("dialog", { name: "Delete Challenge" });
  forget();
  await answerYes("Delete");
  expect(await screen.findByText("Error deleting challenge")).toBeVisible();
});

it("adds no more than the list may hold", async () => {
  await open();
  // Nobody needs to see two hundred rows for it.
  await userEvent.click(screen.getByRole("radio", { name: "Extreme" }));
  publishElsewhere(() =>
    Array.from({ length: 200 }, (_, index) => aChallenge(String(index + 1), "Olympus")),
  );
  act(() => deliver("challengesUpdated", list));
  expect(await screen.findByText("0 of 200 challenges")).toBeVisible();
  await press("Add Challenge");
  const add = within(await screen.findByRole("dialog", { name: "Add Challenge" }));
  await userEvent.type(add.getByLabelText("Title (required)"), "One more");
  await userEvent.type(add.getByLabelText("Task (required)"), "Hit it");
  await userEvent.type(add.getByLabelText("Reward (required)"), "$100");
  await userEvent.click(add.getByRole("button", { name: "Add Challenge" }));
  expect(await screen.findByText("Error adding challenge")).toBeVisible();
});

it("tests a live update only when there is something to show", async () => {
  list = [];
  openAsAdmin("/admin/challenges", house);
  expect(await screen.findByRole("heading", { name: "No challenges yet" })).toBeVisible();
  await press("Test Live Update");
  expect(await screen.findByText("No challenges available for testing")).toBeVisible();
});

it.each([
  ["says what the server says of it", true, "Test update sent to the admins' pages"],
  ["says when it could not be sent", false, "The test update could not be sent"],
])("tests a live update and %s", async (_, works, text) => {
  const message = "Test update sent to the admins' pages";
  openAsAdmin("/admin/challenges", {
    ...house,
    "POST /api/admin/challenges/test-update": () =>
      works ? jsonAnswer({ success: true, message }) : refusal(503, "The server is stopping."),
  });
  expect(await screen.findByText("Olympus")).toBeVisible();
  await press("Test Live Update");
  expect(await screen.findByText(text)).toBeVisible();
});

it("leaves a form open that was begun before the test update was answered", async () => {
  let settle: (response: Response) => void = ignore;
  const late = new Promise<Response>((resolve) => {
    settle = resolve;
  });
  await open({ "POST /api/admin/challenges/test-update": () => late });
  await press("Test Live Update");
  await press("Add Challenge");
  const dialog = within(await screen.findByRole("dialog", { name: "Add Challenge" }));
  await userEvent.type(dialog.getByLabelText("Title (required)"), "New one");
  settle(jsonAnswer({ success: true, message: "Test update sent" }));
  expect(await screen.findByText("Test update sent")).toBeInTheDocument();
  expect(dialog.getByLabelText("Title (required)")).toHaveValue("New one");
});

it("publishes nothing over a list whose version nobody knows", async () => {
  let isTagged = false;
  const { sent } = await open({
    [LIST]: () => jsonAnswer(list, 200, isTagged ? { ETag: `"v${version}"` } : {}),
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
  publishElsewhere((known) => [...known, aChallenge("4", "Theirs")]);
  await press("Push Live");
  await answerYes("Push Live");
  await screen.findByRole("dialog", { name: "Somebody else has published" });
  expect(sent(PUBLISH)).toEqual([]);
});

it("says what went wrong, and tries again", async () => {
  let isBroken = true;
  openAsAdmin("/admin/challenges", {
    ...house,
    [LIST]: (request) => (isBroken ? refusal(400, "Not right now") : answerList(request)),
  });
  expect(await screen.findByText("Not right now")).toBeVisible();
  isBroken = false;
  await press("Retry");
  expect(await screen.findByText("Olympus")).toBeVisible();
});

function answerList(request: Request): Response | Promise<Response> {
  const answer = house[LIST];
  return answer === undefined ? refusal(404, "Not here") : answer(request);
}

const member = (id: string, username: string) => ({
  id,
  username,
  email: `${username}@example.com`,
  account_id: "K7M2Q9XR",
  points: 0,
});

it("awards what is live to a member, once, and the draft goes on", async () => {
  const asked: (string | null)[] = [];
  const { sent } = await open({
    [MEMBERS]: (request) => {
      asked.push(new URL(request.url).searchParams.get("q"));
      const items = [member("7", "rory"), member("8", "sam")];
      return jsonAnswer({ success: true, items, total: 2, page: 1, pages: 1 });
    },
    [AWARD]: () => {
      publishElsewhere((known) =>
        known.map((one) => (one.id === "1" ? { ...one, completed: true } : one)),
      );
      return jsonAnswer({ success: true, newPoints: 1250 });
    },
  });
  await complete("Bandit");
  expect(button("Award Bonanza: completed already")).toBeDisabled();
  await press("Award Olympus");
  const dialog = within(await screen.findByRole("dialog", { name: "Award Challenge" }));
  expect(dialog.getByText("250")).toBeVisible();
  expect(dialog.getByRole("button", { name: "Award" })).toBeDisabled();
  await userEvent.type(dialog.getByRole("textbox", { name: "Search members" }), "ro{Enter}");
  await waitFor(() => expect(asked).toEqual([null, "ro"]));
  await userEvent.click(await dialog.findByRole("radio", { name: /rory/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Award rory" }));
  expect(
    await screen.findByText("rory has been awarded 250 points. Balance: 1,250."),
  ).toBeVisible();
  expect(sent(AWARD)).toEqual([{ userId: "7" }]);
  expect(button("Completed: Olympus")).toHaveTextContent("Completed");
  expect(screen.queryByText("Somebody else has published since you began.")).toBeNull();

  await press("Push Live");
  await answerYes("Push Live");
  expect(await screen.findByText("Changes pushed live successfully!")).toBeVisible();
  expect(list.map(({ completed }) => completed)).toEqual([true, true, true]);
});

it("says why an award was refused", async () => {
  await open({
    [MEMBERS]: () =>
      jsonAnswer({ success: true, items: [member("7", "rory")], total: 1, page: 1, pages: 1 }),
    [AWARD]: () => refusal(409, "This challenge is already completed", "already_completed"),
  });
  await press("Award Olympus");
  const dialog = within(await screen.findByRole("dialog", { name: "Award Challenge" }));
  await userEvent.click(await dialog.findByRole("radio", { name: /rory/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Award rory" }));
  expect(await dialog.findByText("This challenge is already completed")).toBeVisible();
  expect(
    dialog.getByText(/Its points are paid once: setting it Pending does not open it again/),
  ).toBeVisible();
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
