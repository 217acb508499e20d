import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { aSlot, aWhole } from "@/features/hunts/test-hunts";
import { jsonAnswer } from "@/test-page";
import { refusal } from "@/test-panel";
import { later } from "@/testing/later";
import { deliver } from "@/wire/socket";
import type { Slot } from "../hunts/model";
import { held, hold, leave, openStream } from "./test-stream";

const play = (slot: string) => `POST /api/admin/hunts/h1/slots/${slot}/play`;
const save = (slot: string) => `PUT /api/admin/hunts/h1/slots/${slot}`;

const slots: Slot[] = [
  aSlot({ id: "1", slotName: "Mental" }),
  aSlot({ id: "2", slotName: "Opal Rush" }),
  aSlot({ id: "3", slotName: "Croc Creek" }),
];
let revision = 1;

/** The server's hunt after a change of these slots. */
function change(...changed: Slot[]) {
  const [hunt] = held.hunts;
  revision += 1;
  const all = hunt?.slots.map((slot) => changed.find(({ id }) => id === slot.id) ?? slot);
  const next = aWhole(all ?? slots, { id: "h1", name: "Friday hunt", revision, status: "active" });
  held.hunts = [next, ...held.hunts.filter(({ id }) => id !== "h1")];
  return next;
}

beforeEach(() => {
  hold();
  change();
});
afterEach(leave);

const hunt = async () => within(await screen.findByRole("region", { name: "Bonus hunt" }));
const win = async () => (await hunt()).findByLabelText("Win");
const answered = (...changed: Slot[]) =>
  jsonAnswer({ success: true, message: "Done", hunt: change(...changed) });

it("stays with the hunt that a win is typed for when another one goes live", async () => {
  openStream();
  await userEvent.type(await win(), "12");
  const other = { id: "h2", name: "Other hunt", revision: 9, status: "live" } as const;
  held.hunts = [aWhole([aSlot({ id: "9", slotName: "Elsewhere" })], other), ...held.hunts];
  act(() => deliver("huntsUpdated", { id: "h2", revision: 9, deleted: false }));
  const part = await hunt();
  expect(await part.findByRole("option", { name: "Other hunt" })).toBeInTheDocument();
  expect(part.getByText("Mental")).toBeVisible();
  expect(await win()).toHaveValue("12");
});

it("takes the next win while the one before is on its way", async () => {
  const answer = later<Response>();
  const { sent } = openStream({ [play("1")]: () => answer.promise });
  const part = await hunt();
  await userEvent.type(await win(), "100{Enter}");
  expect(await part.findByText("Opal Rush")).toBeVisible();
  await userEvent.type(await win(), "5");
  await act(async () =>
    answer.resolve(answered(aSlot({ ...slots[0], amountWon: 100, opened: true }))),
  );
  await userEvent.type(await win(), "0");
  expect(part.getByText("Opal Rush")).toBeVisible();
  expect(await win()).toHaveValue("50");
  expect(sent(play("1"))).toEqual([{ winAmount: "100" }]);
});

it("goes back to the slot whose win was refused, with the win", async () => {
  const answer = later<Response>();
  openStream({ [play("1")]: () => answer.promise });
  const part = await hunt();
  await userEvent.type(await win(), "100{Enter}");
  expect(await part.findByText("Opal Rush")).toBeVisible();
  await act(async () => answer.resolve(refusal(503, "The server is busy")));
  expect(await part.findByText("The server is busy")).toBeVisible();
  expect(part.getByText("Mental")).toBeVisible();
  expect(await win()).toHaveValue("100");
});

it("names the slot whose win was refused where the next one is typed already", async () => {
  const answer = later<Response>();
  openStream({ [play("1")]: () => answer.promise });
  const part = await hunt();
  await userEvent.type(await win(), "100{Enter}");
  await userEvent.type(await win(), "5");
  await act(async () => answer.resolve(refusal(503, "The server is busy")));
  expect(await part.findByRole("alert")).toHaveTextContent("Mental");
  await userEvent.type(await win(), "0");
  expect(await win()).toHaveValue("50");
  expect(part.getByRole("alert")).toHaveTextContent("The server is busy");
  // Both wins are kept.
  for (const name of ["Croc Creek", "Mental"]) {
    await userEvent.click(part.getByRole("button", { name: "Next" }));
    expect(part.getByText(name)).toBeVisible();
  }
  expect(await win()).toHaveValue("100");
});

it("undoes one slot with a double click, and keeps what was typed", async () => {
  const opened = [0, 1].map((at) => aSlot({ ...slots[at], amountWon: 40, opened: true }));
  change(...opened);
  const { sent } = openStream({
    [save("2")]: () => answered(aSlot({ id: "2", slotName: "Opal Rush", revision: 2 })),
    [save("1")]: () => answered(aSlot({ id: "1", slotName: "Mental", revision: 2 })),
  });
  const part = await hunt();
  await userEvent.type(await win(), "7");
  await userEvent.dblClick(part.getByRole("button", { name: "Undo Opal Rush" }));
  expect(await part.findByText("Opal Rush is unopened again.")).toBeInTheDocument();
  expect(sent(save("1"))).toEqual([]);
  expect(await win()).toHaveValue("");
  await userEvent.click(part.getByRole("button", { name: "Next" }));
  expect(part.getByText("Croc Creek")).toBeVisible();
  expect(await win()).toHaveValue("7");
});

it("moves the focus to the win after the undo of the last slot", async () => {
  const opened = slots.map((slot) => aSlot({ ...slot, amountWon: 40, opened: true }));
  change(...opened);
  openStream({
    [save("3")]: () => answered(aSlot({ id: "3", slotName: "Croc Creek", revision: 2 })),
  });
  const part = await hunt();
  await userEvent.click(await part.findByRole("button", { name: "Undo Croc Creek" }));
  await waitFor(async () => expect(await win()).toHaveFocus());
});
