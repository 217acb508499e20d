import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../../session/store";
import { button, openCsv } from "./test-imports";

const IMPORTS = "GET /api/admin/points/imports";
const TAKE_BACK = "POST /api/admin/points/imports/3/take-back";

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

it("takes an import back after it said what that takes", async () => {
  let takenBack: object | null = null;
  const item = {
    import: "3",
    begunAt: Date.UTC(2026, 10, 20),
    lines: 3,
    credited: 2,
    creditedPoints: 5000,
    waiting: 1,
    waitingPoints: 25,
    leftPoints: 4000,
  };
  const { dialog, sent } = await openCsv({
    [IMPORTS]: () => jsonAnswer({ success: true, items: [{ ...item, takenBack }] }),
    [TAKE_BACK]: () => {
      takenBack = { begunAt: Date.UTC(2026, 10, 21), done: true, points: 4000, missing: 1000 };
      const message = "Took 4,000 points back; 1,000 had been spent";
      return jsonAnswer({ success: true, message, points: 4000, missing: 1000 });
    },
  });
  await userEvent.click(await button("Show imports"));
  expect(
    await dialog.findByText("2 lines credited (5,000 points), 1 line waiting (25 points)"),
  ).toBeVisible();
  await userEvent.click(await button("Take back: import 3"));
  expect(await screen.findByRole("dialog", { name: "Take the import back?" })).toBeVisible();
  expect(dialog.getByText(/^4,000 of 5,000 points are taken/)).toBeVisible();
  expect(dialog.getByText(/^1,000 points are spent already/)).toBeVisible();
  expect(dialog.getByText("1 waiting line is removed.")).toBeVisible();
  expect(sent(TAKE_BACK)).toEqual([]);
  await userEvent.click(await button("Take import 3 back"));
  expect(await dialog.findByText("Took 4,000 points back; 1,000 had been spent")).toBeVisible();
  expect(await dialog.findByText(/4,000 points; 1,000 had been spent$/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Take back: import 3" })).toBeNull();
});

it("says that there are no imports, and why one cannot be taken back", async () => {
  let items: object[] = [];
  const { dialog } = await openCsv({
    [IMPORTS]: () => jsonAnswer({ success: true, items }),
    [TAKE_BACK]: () => refusal(404, "There is no such import, or it was taken back already"),
  });
  await userEvent.click(await button("Show imports"));
  expect(await dialog.findByText("No imports yet")).toBeVisible();
  const nothing = { credited: 0, creditedPoints: 0, waiting: 0, waitingPoints: 0, leftPoints: 0 };
  items = [{ import: "3", begunAt: 0, lines: 1, ...nothing, takenBack: null }];
  await userEvent.click(await button("Back"));
  await userEvent.click(await button("Show imports"));
  await userEvent.click(await button("Take back: import 3"));
  await userEvent.click(await button("Take import 3 back"));
  expect(
    await dialog.findByText("There is no such import, or it was taken back already"),
  ).toBeVisible();
});
