import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { openAsAdmin } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import { aChallenge } from "./test-challenges";

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const answerYes = async (name: string) =>
  userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));

it("a new one begins with what the settings name", async () => {
  const values = { challenge_difficulty: "Hard", challenge_points: 50 };
  openAsAdmin("/admin/challenges", {
    "GET /api/challenges": () => jsonAnswer([], 200, { ETag: '"v1"' }),
    "GET /api/admin/settings": () =>
      jsonAnswer({ success: true, secrets: [], sections: [{ name: "forms", values }] }),
  });
  await press("Add Challenge");
  const dialog = within(await screen.findByRole("dialog", { name: "Add Challenge" }));
  await waitFor(() => expect(dialog.getByLabelText("Difficulty")).toHaveValue("Hard"));
  expect(dialog.getByLabelText("Reward points")).toHaveValue("50");
});

it("asks before a form that was typed in is thrown away", async () => {
  openAsAdmin("/admin/challenges", {
    "GET /api/challenges": () => jsonAnswer([aChallenge("3", "Bandit")], 200, { ETag: '"v1"' }),
  });
  await press("Edit Bandit");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Challenge" }));
  await userEvent.type(dialog.getByLabelText("Provider"), " Play");
  await userEvent.keyboard("{Escape}");
  const question = await screen.findByRole("dialog", { name: "Discard what you typed?" });
  expect(within(question).getByRole("button", { name: "Keep editing" })).toHaveFocus();
  await answerYes("Keep editing");
  expect(await screen.findByRole("dialog", { name: "Edit Challenge" })).toBeVisible();
  expect(screen.getByLabelText("Provider")).toHaveValue("Pragmatic Play");
  expect(screen.getByLabelText("Provider")).toHaveFocus();
  await answerYes("Cancel");
  await answerYes("Discard");
  expect(screen.queryByRole("dialog")).toBeNull();
  await press("Edit Bandit");
  await answerYes("Cancel");
  expect(screen.queryByRole("dialog")).toBeNull();
});
