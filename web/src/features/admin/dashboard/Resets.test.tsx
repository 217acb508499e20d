import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import { aBoard, boardAnswer } from "./test-board";

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const BOARD = "GET /api/leaderboard/wager";
const call = (name: string) => `POST /api/wager-tracking/${name}`;
const dialog = () => within(screen.getByRole("dialog"));
const confirm = (name: string) => userEvent.click(dialog().getByRole("button", { name }));

async function open(button: string, answers: Answers = {}) {
  const panel = openAsAdmin("/admin", { [BOARD]: () => boardAnswer(aBoard()), ...answers });
  const reset = await screen.findByRole("button", { name: button, hidden: true });
  // Nobody comes across it.
  expect(reset).not.toBeVisible();
  await userEvent.click(screen.getByText("Reset wager tracking"));
  expect(reset).toBeVisible();
  await userEvent.click(reset);
  return panel;
}

const done = (backup: string) => () =>
  jsonAnswer({ success: true, message: `Empty. Before is in ${backup}`, backup, cleared: 9 });

it.each([
  ["Reset Today", "reset-daily", "Reset successful!"],
  ["Reset Database", "reset-database", "Reset successful!"],
])("%s asks first, and says where the backup is", async (button, path, title) => {
  const { sent } = await open(button, { [call(path)]: done("before-it.base") });
  expect(dialog().getByText(/A full backup is taken first/)).toBeVisible();
  expect(sent(call(path))).toEqual([]);
  await confirm(button);
  expect(await screen.findByRole("dialog", { name: title })).toBeVisible();
  expect(dialog().getByText("Empty. Before is in before-it.base")).toBeVisible();
  expect(dialog().getByText("before-it.base")).toBeVisible();
  expect(sent(call(path))).toHaveLength(1);
  // What the page shows may come from what was thrown away.
  await waitFor(() => expect(sent(BOARD)).toHaveLength(2));
  await confirm("Done");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("throws everything away only for who types the word", async () => {
  const path = call("complete-reset");
  const { sent } = await open("Complete Reset", { [path]: done("before-all.base") });
  const button = () => dialog().getByRole("button", { name: "Complete Reset" });
  expect(button()).toBeDisabled();
  await userEvent.type(dialog().getByLabelText("Type RESET to confirm"), "rese{Enter}");
  expect(button()).toBeDisabled();
  expect(sent(path)).toEqual([]);
  await userEvent.type(dialog().getByLabelText("Type RESET to confirm"), "t{Enter}");
  expect(await screen.findByRole("dialog", { name: "Complete reset successful!" })).toBeVisible();
  expect(dialog().getByText("before-all.base")).toBeVisible();
  expect(sent(path)).toHaveLength(1);
});

it("says why a reset failed, and lets one try again", async () => {
  let isBroken = true;
  await open("Reset Database", {
    [call("reset-database")]: () =>
      isBroken ? refusal(503, "The backup could not be written") : done("b.base")(),
  });
  await confirm("Reset Database");
  expect(await dialog().findByText("Reset failed: The backup could not be written")).toBeVisible();
  isBroken = false;
  await confirm("Reset Database");
  expect(await screen.findByRole("dialog", { name: "Reset successful!" })).toBeVisible();
});
