import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import { aMonth, aPlace, aWinner, monthsOf } from "./test-board";
import {
  confirm,
  dialog,
  end,
  FROZEN,
  openOctober,
  PAID,
  press,
  TestMonths,
  tick,
} from "./test-months";

let months: TestMonths;

beforeEach(() => {
  months = new TestMonths();
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const SETTLE = "POST /api/admin/wager-months/payouts";
const select = (name: string) => userEvent.click(dialog().getByRole("checkbox", { name }));

it("leads to the months that have prizes to pay", async () => {
  months.others = [
    aMonth("2026-09", months.won(2), FROZEN),
    aMonth("2026-08", [aWinner(aPlace(1, "emu", 5, 1000), PAID)], FROZEN),
    aMonth("2026-07", months.won(3)),
  ];
  const september = {
    success: true,
    month: aMonth("2026-09", months.won(2), FROZEN),
    winners: months.won(2),
  };
  await openOctober(months, { "GET /api/admin/wager-months/2026-09": () => jsonAnswer(september) });
  await end();
  await press("Prizes to pay in 2 months");
  expect(
    dialog()
      .getAllByRole("button", { name: /paid$/ })
      .map(({ textContent }) => textContent),
  ).toEqual(["October 2026 0 of 4 paid", "September 2026 0 of 2 paid", "Mark as paid"]);
  await confirm("September 2026 0 of 2 paid");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(await screen.findByRole("heading", { name: "September 2026 is final" })).toBeVisible();
  expect(await screen.findByRole("table", { name: "Wagered in September 2026" })).toBeVisible();
});

it("marks whole months as paid after a question", async () => {
  months.others = [
    aMonth("2026-09", months.won(2), FROZEN),
    aMonth("2026-08", months.won(3), FROZEN),
  ];
  const { sent } = await openOctober(months, {
    [SETTLE]: () => {
      for (const rank of [1, 2, 3, 10]) months.paidAt[rank] = PAID;
      months.others = months.others.map((month) =>
        month.month === "2026-09" ? { ...month, paid: month.winners } : month,
      );
      return jsonAnswer(monthsOf([months.october().month, ...months.others]));
    },
  });
  await end();
  await press("Prizes to pay in 3 months");
  expect(dialog().getByRole("button", { name: "Mark as paid" })).toBeDisabled();
  await select("Select all");
  expect(dialog().getByRole("button", { name: "Mark 3 months as paid" })).toBeEnabled();
  await select("Select August 2026");
  expect(dialog().getByRole("checkbox", { name: "Select all" })).not.toBeChecked();
  await confirm("Mark 2 months as paid");
  expect(screen.getByRole("dialog")).toHaveAccessibleName("Mark 2 months as paid?");
  expect(screen.getByRole("dialog")).toHaveAccessibleDescription(
    "6 prizes will be shown to everyone as paid. You can undo this only one prize at a time.",
  );
  expect(
    dialog()
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["October 2026 4 prizes", "September 2026 2 prizes"]);
  expect(sent(SETTLE)).toEqual([]);
  await confirm("Mark 6 prizes as paid");
  expect(await dialog().findByRole("button", { name: "August 2026 0 of 3 paid" })).toBeVisible();
  expect(dialog().queryByRole("button", { name: /^(October|September)/ })).toBeNull();
  expect(sent(SETTLE)).toEqual([{ months: ["2026-10", "2026-09"], prizes: 6 }]);
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(tick("kangaroo")).toBeChecked());
  // One month is left: the button says another number and is the same one.
  await waitFor(() => expect(screen.getByRole("button", { name: /^Prizes to pay/ })).toHaveFocus());
});

it("asks again when the prizes to pay have changed meanwhile", async () => {
  let isFirst = true;
  const { sent } = await openOctober(months, {
    [SETTLE]: () => {
      if (isFirst) {
        isFirst = false;
        months.paidAt[1] = PAID;
        return refusal(409, "The prizes to pay have changed. Reload to see them.", "changed");
      }
      for (const rank of [1, 2, 3, 10]) months.paidAt[rank] = PAID;
      return jsonAnswer(monthsOf([months.october().month]));
    },
  });
  await end();
  await press("Prizes to pay in 1 month");
  await select("Select October 2026");
  await confirm("Mark 1 month as paid");
  await confirm("Mark 4 prizes as paid");
  expect(
    await dialog().findByText(
      "The prizes to pay have changed and were reloaded. Please check again.",
    ),
  ).toBeVisible();
  await confirm("Mark 3 prizes as paid");
  expect(
    await dialog().findByText("Every prize of the final months is marked as paid."),
  ).toBeVisible();
  expect(sent(SETTLE)).toEqual([
    { months: ["2026-10"], prizes: 4 },
    { months: ["2026-10"], prizes: 3 },
  ]);
});

it.each([
  [409, "not_frozen", "This month is not final yet"],
  [404, "not_found", "Nothing is known of this month"],
])("says why whole months could not be marked: %i %s", async (status, error, text) => {
  await openOctober(months, { [SETTLE]: () => refusal(status, text, error) });
  await end();
  await press("Prizes to pay in 1 month");
  await select("Select October 2026");
  await confirm("Mark 1 month as paid");
  await confirm("Mark 4 prizes as paid");
  expect(await dialog().findByText(text)).toBeVisible();
  await confirm("Cancel");
  expect(dialog().getByRole("checkbox", { name: "Select October 2026" })).toBeChecked();
});

it("says when everything is paid", async () => {
  for (const rank of [1, 2, 3, 10]) months.paidAt[rank] = PAID;
  await openOctober(months);
  const card = await end();
  expect(card.getByRole("status")).toHaveTextContent("4 of 4 paid");
  expect(card.getByText("All of $2,130")).toBeVisible();
  expect(card.queryByRole("button", { name: /Prizes to pay/ })).toBeNull();
});
