import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";
import { challengeList } from "./queries";
import {
  answerYes,
  button,
  complete,
  LIST,
  openChallenges,
  press,
  TestChallenges,
} from "./test-challenges";

const AWARD = "POST /api/admin/challenges/1/award";
const MEMBERS = "GET /api/admin/accounts";

const ignore = () => undefined;

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

it("tests a live update only when there is something to show", async () => {
  challenges.list = [];
  openAsAdmin("/admin/challenges", challenges.answers);
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
    ...challenges.answers,
    "POST /api/admin/challenges/test-update": () =>
      works ? jsonAnswer({ success: true, message }) : refusal(503, "The server is stopping."),
  });
  expect(await screen.findByText("Olympus")).toBeVisible();
  await press("Test Live Update");
  expect(await screen.findByText(text)).toBeVisible();
});

it("leaves a form open that was begun before the test update was answered", async () => {
  let answerLate: (response: Response) => void = ignore;
  const late = new Promise<Response>((resolve) => {
    answerLate = resolve;
  });
  await open({ "POST /api/admin/challenges/test-update": () => late });
  await press("Test Live Update");
  await press("Add Challenge");
  const dialog = within(await screen.findByRole("dialog", { name: "Add Challenge" }));
  await userEvent.type(dialog.getByLabelText("Title (required)"), "New one");
  answerLate(jsonAnswer({ success: true, message: "Test update sent" }));
  expect(await screen.findByText("Test update sent")).toBeInTheDocument();
  expect(dialog.getByLabelText("Title (required)")).toHaveValue("New one");
});

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
      challenges.publishElsewhere((known) =>
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
  expect(screen.queryByRole("button", { name: "Resolve conflicts" })).toBeNull();

  await press("Push Live");
  await answerYes("Push Live");
  expect(await screen.findByText("Changes pushed live successfully!")).toBeVisible();
  expect(challenges.list.map(({ completed }) => completed)).toEqual([true, true, true]);
});

it("has no conflict about its own award when the list is read before the award is answered", async () => {
  let answerLate: (response: Response) => void = ignore;
  const late = new Promise<Response>((resolve) => {
    answerLate = resolve;
  });
  const { sent } = await open({
    [MEMBERS]: () =>
      jsonAnswer({ success: true, items: [member("7", "rory")], total: 1, page: 1, pages: 1 }),
    [AWARD]: () => {
      challenges.publishElsewhere((known) =>
        known.map((one) => (one.id === "1" ? { ...one, completed: true } : one)),
      );
      return late;
    },
  });
  await userEvent.selectOptions(screen.getByLabelText("Difficulty of Olympus"), "Extreme");
  await press("Award Olympus");
  const dialog = within(await screen.findByRole("dialog", { name: "Award Challenge" }));
  await userEvent.click(await dialog.findByRole("radio", { name: /rory/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Award rory" }));
  await waitFor(() => expect(sent(AWARD)).toHaveLength(1));
  act(() => deliver("challengesUpdated", challenges.list));
  await waitFor(() => expect(sent(LIST)).toHaveLength(2));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  answerLate(jsonAnswer({ success: true, newPoints: 1250 }));
  expect(await screen.findByText(/^rory has been awarded/)).toBeVisible();
  await waitFor(() => expect(challengeList.drafts.current()?.base.version).toBe("v2"));
  expect(challengeList.drafts.current()).toMatchObject({
    entries: [{ difficulty: "Extreme", completed: true }, {}, {}],
    conflicts: [],
  });
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
