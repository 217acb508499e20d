import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { refusal } from "@/test-panel";
import { later } from "@/testing/later";
import { neverAnswer } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { UNKNOWN_CHANGE } from "@/wire/submit";
import { keepAdminToken } from "../session/store";
import { aBoard, aPlace, boardAnswer } from "./test-board";
import {
  BOARD,
  confirm,
  dialog,
  end,
  MONTH,
  MONTHS,
  openOctober,
  PAID,
  TestMonths,
  tick,
  tickOf,
} from "./test-months";

let months: TestMonths;

beforeEach(() => {
  months = new TestMonths();
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

it("ticks a prize as paid once the server has said so, and counts", async () => {
  const { promise: held, resolve: release } = later<void>();
  const { sent, tokens } = await openOctober(months, {
    [tickOf(2)]: async (request) => {
      await held;
      return months.answers[tickOf(2)]?.(request) ?? refusal(500, "x");
    },
  });
  expect(await (await end()).findByText("0 of 4 paid")).toBeVisible();
  expect((await end()).getByText("$2,130 still to pay")).toBeVisible();
  expect(screen.getAllByRole("checkbox")).toHaveLength(4);

  await userEvent.click(tick("wombat"));
  expect(tick("wombat")).not.toBeChecked();
  expect(tick("wombat")).toHaveAttribute("aria-busy", "true");
  expect(tick("wombat")).toHaveFocus();
  // Pressed again while its answer is on its way.
  await userEvent.keyboard(" ");
  release();
  await waitFor(() => expect(tick("wombat")).toBeChecked());
  expect(tick("wombat")).toHaveFocus();
  expect((await end()).getByRole("status")).toHaveTextContent("1 of 4 paid");
  expect((await end()).getByText("$1,530 still to pay")).toBeVisible();
  expect(screen.getByText("Nov 5, 2026")).toBeInTheDocument();
  expect(sent(tickOf(2))).toEqual([{ username: "wombat", paid: true }]);
  expect(tokens(tickOf(2))).toEqual(["Bearer admin-1"]);
});

it("sends ticks one after the other, whatever order they are pressed in", async () => {
  const order: string[] = [];
  const { promise: held, resolve: release } = later<void>();
  await openOctober(months, {
    [tickOf(1)]: async (request) => {
      order.push("1 asked");
      await held;
      order.push("1 answered");
      return months.answers[tickOf(1)]?.(request) ?? refusal(500, "x");
    },
    [tickOf(3)]: (request) => {
      order.push("3 asked");
      return months.answers[tickOf(3)]?.(request) ?? refusal(500, "x");
    },
  });
  await screen.findAllByRole("checkbox");
  await userEvent.click(tick("kangaroo"));
  await userEvent.click(tick("emu"));
  expect(order).toEqual(["1 asked"]);
  release();
  await waitFor(() => expect(tick("emu")).toBeChecked());
  expect(tick("kangaroo")).toBeChecked();
  expect(order).toEqual(["1 asked", "1 answered", "3 asked"]);
});

it("takes a tick back only after a question", async () => {
  months.paidAt[1] = PAID;
  const { sent } = await openOctober(months);
  await screen.findAllByRole("checkbox");
  await userEvent.click(tick("kangaroo"));
  expect(
    screen.getByRole("dialog", { name: "Mark kangaroo's prize as unpaid?" }),
  ).toHaveTextContent(
    "The prize of $1,000 for rank 1 of October 2026 is shown to everyone as paid.",
  );
  await confirm("Cancel");
  expect(tick("kangaroo")).toBeChecked();
  expect(sent(tickOf(1))).toEqual([]);
  await userEvent.click(tick("kangaroo"));
  await confirm("Mark as unpaid");
  await waitFor(() => expect(tick("kangaroo")).not.toBeChecked());
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent(tickOf(1))).toEqual([{ username: "kangaroo", paid: false }]);
});

it("reads the month again when the rank has passed to another player", async () => {
  const text = "Another player has this rank now. Reload to see who.";
  const { sent } = await openOctober(months, { [tickOf(3)]: () => refusal(409, text, "changed") });
  await screen.findAllByRole("checkbox");
  const before = [MONTH, BOARD, MONTHS].map((call) => sent(call).length);
  await userEvent.click(tick("emu"));
  expect(
    await screen.findByText(
      "emu was not marked as paid: Another player has this rank now. The month was reloaded.",
    ),
  ).toBeInTheDocument();
  expect(tick("emu")).not.toBeChecked();
  expect([MONTH, BOARD, MONTHS].map((call) => sent(call).length)).toEqual(
    before.map((count) => count + 1),
  );
});

it("says at once why a prize was not ticked, whatever the next reading takes", async () => {
  let isHeld = false;
  await openOctober(months, {
    [MONTH]: (request) => (isHeld ? neverAnswer(request) : jsonAnswer(months.october())),
    [tickOf(3)]: () => {
      isHeld = true;
      return refusal(503, "The site is read-only for the moment.");
    },
  });
  await screen.findAllByRole("checkbox");
  await userEvent.click(tick("emu"));
  expect(
    await screen.findByText("emu was not marked as paid: The site is read-only for the moment."),
  ).toBeInTheDocument();
});

it("says that a prize may be ticked when the answer was lost, and reads it again", async () => {
  await openOctober(months, {
    [tickOf(3)]: () => {
      months.paidAt[3] = PAID;
      throw new TypeError("Failed to fetch");
    },
  });
  await screen.findAllByRole("checkbox");
  await userEvent.click(tick("emu"));
  expect(await screen.findByText(/^emu was not marked as paid: Connection lost/)).toBeVisible();
  expect(screen.getByText(UNKNOWN_CHANGE)).toBeVisible();
  await waitFor(() => expect(tick("emu")).toBeChecked());
});

it("says in the question why a tick could not be taken back", async () => {
  months.paidAt[2] = PAID;
  await openOctober(months, {
    [tickOf(2)]: () => refusal(503, "The site is read-only for the moment."),
  });
  await screen.findAllByRole("checkbox");
  await userEvent.click(tick("wombat"));
  await confirm("Mark as unpaid");
  expect(await dialog().findByText("The site is read-only for the moment.")).toBeVisible();
  await confirm("Cancel");
  expect(tick("wombat")).toBeChecked();
});

it("has no tick where the board shows somebody else than the month has", async () => {
  await openOctober(months, {
    [BOARD]: () =>
      boardAnswer(aBoard({ month: "2026-10", entries: [aPlace(1, "quokka", 9, 1000)] })),
  });
  expect(await (await end()).findByText("0 of 4 paid")).toBeVisible();
  expect(screen.getByText("quokka", { selector: "button" })).toBeVisible();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

it("has no ticks while the places of a month may still change", async () => {
  months.frozenAt = null;
  await openOctober(months);
  const card = await end();
  expect(card.getByRole("heading", { name: "October 2026 is provisional" })).toBeVisible();
  expect(card.getByText(/its figures may still be corrected/)).toBeVisible();
  expect(card.getByRole("button", { name: "Fetch again" })).toBeVisible();
  expect(card.queryByRole("button", { name: "Raw answer" })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});
