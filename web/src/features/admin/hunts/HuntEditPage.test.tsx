import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { aSlot, aWhole } from "@/features/hunts/test-hunts";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { neverAnswer } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";
import type { Slot, WholeHunt } from "./model";

const HUNT = "GET /api/bonus-hunts/week-7";
const SAID = "GET /api/bonus-hunts/admin-overrides";
const SAY = "PUT /api/admin/hunts/week-7/override";
const EDIT = "PUT /api/admin/hunts/week-7";
const ADD = "POST /api/admin/hunts/week-7/slots";
const EXTERNAL = "This is not supported with external API";

/** What the server holds. */
let held: WholeHunt;
let said: Record<string, unknown>;
const house: Answers = {
  [HUNT]: () => jsonAnswer(held),
  [SAID]: () => jsonAnswer({ success: true, ...said }),
};

const three: readonly Slot[] = [
  aSlot({ id: "1", slotName: "Mental" }),
  aSlot({ id: "2", slotName: "Opal Rush", amountWon: 50 }),
  aSlot({ id: "3", slotName: "Croc Creek", bet: 0.5 }),
];

function hold(slots: readonly Slot[], change: Partial<WholeHunt> = {}): WholeHunt {
  held = aWhole(slots, { id: "week-7", revision: (held?.revision ?? 0) + 1, ...change });
  return held;
}

/** The answer to a change that leaves these slots. */
const saved = (message: string, slots: readonly Slot[]) => () =>
  jsonAnswer({ success: true, message, hunt: hold(slots) });

beforeEach(() => {
  hold(three);
  said = {};
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const openPage = (answers: Answers = {}, id = "week-7") =>
  openAsAdmin(`/admin/bonus-hunts/${id}/edit`, { ...house, ...answers });
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));
/** Presses what opens a dialog; its form is fetched on its own. */
const ask = async (name: string | RegExp) => {
  await press(name);
  await screen.findByRole("dialog");
};
const dialog = () => within(screen.getByRole("dialog"));
const row = async (name: RegExp) => screen.findByRole("row", { name });

it("shows the hunt, its figures and its slots", async () => {
  openPage();
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Friday hunt");
  expect(screen.getByText("#week-7")).toBeVisible();
  const trail = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
  expect(trail.getByRole("link", { name: "Bonus Hunts" })).toHaveAttribute(
    "href",
    "/admin/bonus-hunts",
  );
  const figures = screen
    .getAllByRole("term")
    .map(({ parentElement }) => parentElement?.textContent);
  expect(figures).toEqual(["Slots3", "Total Value$20.00", "Opened1 / 3"]);
  const opened = await row(/Opal Rush/);
  for (const text of ["Red Dirt Games", "matilda", "$2.00", "$50.00", "25x", "Opened"])
    expect(opened).toHaveTextContent(text);
  // Play is there for what is not opened.
  const names = screen.getAllByRole("button", { name: /^Play/ });
  expect(names.map((one) => one.getAttribute("aria-label"))).toEqual([
    "Play Mental, number 1",
    "Play Croc Creek, number 3",
  ]);
});

it("says that it loads", async () => {
  openPage({ [HUNT]: neverAnswer });
  expect(await screen.findByText("Loading bonus hunt...")).toBeVisible();
});

it.each([
  ["week-7", 404, "Bonus hunt not found", "Bonus hunt not found"],
  ["a%20b", 400, "", "Invalid bonus hunt ID"],
  ["admin-overrides", 400, "", "Invalid bonus hunt ID"],
])("has no hunt at %s", async (id, status, message, text) => {
  openPage({ [HUNT]: () => refusal(status, message, "not_found") }, id);
  expect(await screen.findByText("Error Loading Bonus Hunt")).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  expect(screen.getByRole("link", { name: "Back to Bonus Hunts" })).toHaveAttribute(
    "href",
    "/admin/bonus-hunts",
  );
});

it("says that the hunt has been deleted while it was open", async () => {
  let isDeleted = false;
  openPage({
    [HUNT]: () =>
      isDeleted ? refusal(404, "Bonus hunt not found", "not_found") : jsonAnswer(held),
  });
  await row(/Mental/);
  isDeleted = true;
  act(() => deliver("huntsUpdated", { id: "week-7", revision: held.revision, deleted: true }));
  expect(await screen.findByText("Bonus hunt not found")).toBeVisible();
  expect(screen.queryByRole("row", { name: /Mental/ })).toBeNull();
});

it("offers another try when the details could not be loaded", async () => {
  let isBroken = true;
  openPage({ [HUNT]: () => (isBroken ? refusal(429, "Too many requests") : jsonAnswer(held)) });
  expect(await screen.findByText("Failed to load bonus hunt details")).toBeVisible();
  expect(screen.getByText("Too many requests")).toBeVisible();
  isBroken = false;
  await press("Retry");
  expect(await row(/Opal Rush/)).toBeVisible();
});

const PLAY = (slot: string) => `POST /api/admin/hunts/week-7/slots/${slot}/play`;

/** The slots with one of them opened. */
const playedSlots = (slot: string, amountWon: number) =>
  held.slots.map((one) =>
    one.id === slot ? { ...one, opened: true, amountWon, times: amountWon / one.bet } : one,
  );

it("asks before it publishes a win that is hardly possible", async () => {
  const { sent } = openPage({
    [PLAY("1")]: () => saved("Slot opened", playedSlots("1", 31_050))(),
  });
  await row(/Mental/);
  await userEvent.click(await button("Play Mental, number 1"));
  await userEvent.type(await screen.findByLabelText("Win amount"), "20.500{Enter}");
  expect(await dialog().findByText(/could mean \$20\.50 or \$20,500\.00/)).toBeVisible();
  await userEvent.clear(screen.getByLabelText("Win amount"));
  await userEvent.type(screen.getByLabelText("Win amount"), "31050{Enter}");
  expect(await dialog().findByText(/\$31,050\.00 is .*x the bet\. Check the amount/)).toBeVisible();
  expect(sent(PLAY("1"))).toEqual([]);
  await userEvent.click(dialog().getByRole("button", { name: "Save anyway" }));
  expect(await screen.findByText(/^Mental: \$31,050\.00/)).toBeVisible();
  expect(sent(PLAY("1"))).toEqual([{ winAmount: "31050" }]);
});

it("is played by keyboard alone, from one slot to the next", async () => {
  const { sent } = openPage({
    [PLAY("1")]: () => saved("Slot opened", playedSlots("1", 240))(),
    [PLAY("3")]: () => saved("Slot opened", playedSlots("3", 0))(),
  });
  (await button("Manage Slots")).focus();
  await row(/Mental/);
  await userEvent.keyboard("{Enter}");
  expect(await button("Play Mental, number 1")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByLabelText("Win amount")).toHaveFocus();
  // Nothing is no amount, 0 is one.
  await userEvent.keyboard("{Enter}");
  expect(await dialog().findByText("Please enter the win amount")).toBeVisible();
  await userEvent.keyboard("$240");
  expect(dialog().getByText("120x")).toBeVisible();
  expect(dialog().getByText("mega")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Mental: $240.00, 120x.")).toBeVisible();
  const next = await button("Play Croc Creek, number 3");
  await waitFor(() => expect(next).toHaveFocus());
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByLabelText("Win amount")).toHaveFocus();
  await userEvent.keyboard("0{Enter}");
  expect(await screen.findByText("Croc Creek: $0.00, 0x.")).toBeVisible();
  expect(sent(PLAY("1"))).toEqual([{ winAmount: "$240" }]);
  expect(sent(PLAY("3"))).toEqual([{ winAmount: "0" }]);
  expect(screen.queryByRole("button", { name: /^Play/ })).toBeNull();
  await waitFor(() =>
    expect(screen.getByRole("region", { name: "Slots of this hunt" })).toHaveFocus(),
  );
});

it.each([
  [409, "This slot has been opened already"],
  [409, EXTERNAL],
])("shows why it could not be played: %d", async (status, message) => {
  openPage({ [PLAY("1")]: () => refusal(status, message) });
  await ask("Play Mental, number 1");
  await userEvent.keyboard("5{Enter}");
  expect(await dialog().findByText(message)).toBeVisible();
});

it("adds a slot, checked before it is sent", async () => {
  hold([]);
  const added = ["Mental", "Opal Rush"].map((slotName, at) => aSlot({ id: `${at}`, slotName }));
  const { sent } = openPage({
    [ADD]: () => saved("Slot added", added.slice(0, held.slots.length + 1))(),
  });
  expect(await screen.findByText("No Slots Added")).toBeVisible();
  const [first] = await screen.findAllByRole("button", { name: "Add Slot" });
  if (first !== undefined) await userEvent.click(first);
  await screen.findByRole("dialog");
  await userEvent.click(dialog().getByRole("button", { name: "Add Slot" }));
  expect(await dialog().findByText("Slot name is required")).toBeVisible();
  const caller = dialog().getByLabelText("Called by (required)");
  expect(caller).toHaveValue(held.streamerName);
  await userEvent.clear(caller);
  expect(dialog().getByText("Called by is required")).toBeVisible();
  expect(dialog().getByText("The bet amount must be an amount such as 12.50")).toBeVisible();
  await userEvent.type(dialog().getByLabelText("Slot name (required)"), " Mental ");
  await userEvent.type(caller, "rory");
  const bet = dialog().getByLabelText("Bet amount (required)");
  await userEvent.type(bet, "0");
  expect(await dialog().findByText("The bet amount must be above 0")).toBeVisible();
  await userEvent.clear(bet);
  await userEvent.type(bet, "$2.00{Enter}");
  // The form goes on with the next slot.
  expect(await dialog().findByText("Mental is added. Add the next one.")).toHaveRole("status");
  expect(dialog().getByLabelText("Slot name (required)")).toHaveFocus();
  expect(caller).toHaveValue(held.streamerName);
  await userEvent.keyboard("Opal Rush");
  await userEvent.type(bet, "1{Enter}");
  expect(await dialog().findByText("Opal Rush is added. Add the next one.")).toBeVisible();
  const slot = { provider: "", opened: false, hasTip: false };
  expect(sent(ADD)).toEqual([
    { ...slot, slotName: "Mental", calledBy: "rory", betAmount: "$2.00" },
    { ...slot, slotName: "Opal Rush", calledBy: held.streamerName, betAmount: "1" },
  ]);
  await userEvent.click(dialog().getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await row(/Mental/)).toBeVisible();
});

it("opens a slot at once where it is edited", async () => {
  const PUT = "PUT /api/admin/hunts/week-7/slots/1";
  const { sent } = openPage({ [PUT]: saved("Slot updated", three) });
  await ask("Edit Mental, number 1");
  expect(dialog().queryByLabelText("Amount won (required)")).toBeNull();
  await userEvent.click(dialog().getByLabelText("Open it now"));
  await userEvent.click(dialog().getByLabelText(/^Tip/));
  await userEvent.click(dialog().getByRole("button", { name: "Save Slot" }));
  expect(await dialog().findByText("An opened slot needs its win amount")).toBeVisible();
  const won = dialog().getByLabelText("Amount won (required)");
  await userEvent.type(won, "-5");
  expect(await dialog().findByText("The amount won must be an amount such as 12.50")).toBeVisible();
  await userEvent.clear(won);
  await userEvent.type(won, "100");
  expect(dialog().getByText("50x")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Slot updated")).toBeVisible();
  expect(sent(PUT)).toMatchObject([{ opened: true, amountWon: "100", hasTip: true }]);
});

it("shows the result of an opened slot, and closes it again", async () => {
  const PUT = "PUT /api/admin/hunts/week-7/slots/2";
  const { sent } = openPage({ [PUT]: () => refusal(409, EXTERNAL, "external") });
  await ask("Edit Opal Rush, number 2");
  expect(dialog().getByLabelText("Amount won (required)")).toHaveValue("50.00");
  await userEvent.click(dialog().getByLabelText("Opened"));
  expect(
    dialog().getByText("The slot is marked as unopened, and its win is removed."),
  ).toBeVisible();
  await userEvent.click(dialog().getByRole("button", { name: "Save Slot" }));
  expect(await dialog().findByText(EXTERNAL)).toBeVisible();
  expect(sent(PUT)).toMatchObject([{ opened: false }]);
  expect(sent(PUT)[0]).not.toHaveProperty("amountWon");
});

it("deletes a slot after a question", async () => {
  const DELETE = "DELETE /api/admin/hunts/week-7/slots/2";
  openPage({ [DELETE]: saved("Slot deleted", three.slice(0, 1)) });
  await ask("Delete Opal Rush, number 2");
  expect(
    dialog().getByText(
      "Are you sure you want to delete the slot “Opal Rush”? This action cannot be undone.",
    ),
  ).toBeVisible();
  await userEvent.click(dialog().getByRole("button", { name: "Delete Slot" }));
  expect(await screen.findByText("Slot deleted")).toBeVisible();
  expect(screen.queryByRole("row", { name: /Opal Rush/ })).toBeNull();
});

it("edits what stands over the slots, and keeps a date that was not touched", async () => {
  const { sent } = openPage({ [EDIT]: saved("Bonus hunt updated", three) });
  await ask("Edit Hunt Details");
  expect(dialog().queryByLabelText("Custom ID (optional)")).toBeNull();
  const balance = dialog().getByLabelText("Starting balance (required)");
  await userEvent.clear(balance);
  await userEvent.type(balance, "75.25{Enter}");
  expect(await screen.findByText("Bonus hunt updated")).toBeVisible();
  expect(sent(EDIT)).toEqual([
    {
      name: "Friday hunt",
      description: "",
      streamerName: "Bruce",
      startingBalance: "75.25",
      detailsTag: "as-made",
    },
  ]);
});

it("does not save details over what another admin made of them, unless they have been shown", async () => {
  const changed = "Another admin has changed this bonus hunt in the meantime";
  const change = { detailsTag: "as-changed", name: "Saturday hunt" };
  let isRefused = true;
  const { sent } = openPage({
    [EDIT]: () => {
      if (!isRefused) return saved("Bonus hunt updated", three)();
      const huntDate = "2026-03-07T09:00:00Z";
      hold(three, { ...change, huntDate });
      return refusal(409, changed, "changed");
    },
  });
  await ask("Edit Hunt Details");
  // What comes in while the form is open is not what it was made over.
  hold(three, change);
  act(() => deliver("huntsUpdated", { id: "week-7", revision: held.revision, deleted: false }));
  await screen.findAllByText(/Saturday hunt/);
  await userEvent.type(dialog().getByLabelText("Name (required)"), "!");
  await userEvent.click(dialog().getByRole("button", { name: "Save Changes" }));
  expect(await dialog().findByText(changed)).toBeVisible();
  expect(
    await dialog().findByText(/^It now says: Saturday hunt, from \$100.00, .*streamed by Bruce/),
  ).toBeVisible();
  isRefused = false;
  await userEvent.click(dialog().getByRole("button", { name: "Save Changes" }));
  expect(await screen.findByText("Bonus hunt updated")).toBeVisible();
  const form = { name: "Friday hunt!", description: "" };
  expect(sent(EDIT)).toMatchObject([
    { ...form, detailsTag: "as-made" },
    // The date as the form shows it: another one has been saved since.
    { ...form, detailsTag: "as-changed", huntDate: "2026-03-06T09:00:00.000Z" },
  ]);
});

it("says that the status is another one by now, and shows it", async () => {
  const changed = "Another admin has changed this bonus hunt in the meantime";
  openPage({
    [SAY]: () => {
      hold(three, { status: "completed" });
      return refusal(409, changed, "changed");
    },
  });
  await press("Mark Complete");
  expect(await screen.findByText(changed)).toBeVisible();
  expect(await button("Mark Active")).toBeVisible();
});

it("marks it complete, says that this was by hand, and takes it back", async () => {
  const { sent } = openPage({
    [SAY]: () => {
      const isFirst = held.status === "live";
      hold(three, { status: isFirst ? "completed" : "live" });
      said = { "week-7": { status: isFirst ? "completed" : null, slotTips: {} } };
      return jsonAnswer({ success: true, ...said });
    },
  });
  await press("Mark Complete");
  expect(await screen.findByText("Friday hunt is completed now.")).toBeVisible();
  expect(await button("Mark Active")).toBeVisible();
  await press("Follow the slots again");
  expect(await button("Mark Complete")).toBeVisible();
  expect(sent(SAY)).toEqual([
    { status: "completed", seenStatus: "live" },
    { status: null, seenStatus: "completed" },
  ]);
  expect(screen.queryByText(/set by hand/)).toBeNull();
});

it("flags a tip and says nothing of the others", async () => {
  hold(three.map((slot) => ({ ...slot, hasTip: slot.id === "2" })));
  const { sent } = openPage({
    [SAY]: () => {
      hold(three.map((slot) => ({ ...slot, hasTip: true })));
      return jsonAnswer({ success: true });
    },
  });
  await press("Tip for Mental, number 1");
  expect(await screen.findByText("Tip flagged for Mental.")).toBeVisible();
  expect(sent(SAY)).toEqual([{ slotTips: { "1": true } }]);
  expect(await button("Tip for Mental, number 1")).toHaveAttribute("aria-pressed", "true");
});

it("says at once why a tip was not flagged, whatever the next reading takes", async () => {
  let isHeld = false;
  openPage({
    [HUNT]: (request) => (isHeld ? neverAnswer(request) : jsonAnswer(held)),
    [SAY]: () => {
      isHeld = true;
      return refusal(503, "The site is read-only for the moment.");
    },
  });
  await press("Tip for Mental, number 1");
  expect(await screen.findByText("The site is read-only for the moment.")).toBeVisible();
});

it("loses no press while a call is on its way", async () => {
  const gate = new EventTarget();
  const waiting = new Promise((resolve) => gate.addEventListener("open", resolve));
  const { sent } = openPage({
    [SAY]: async () => {
      await waiting;
      return jsonAnswer({ success: true });
    },
  });
  await press("Tip for Mental, number 1");
  await press("Tip for Opal Rush, number 2");
  await press("Tip for Mental, number 1");
  await press("Mark Complete");
  expect(await button("Mark Complete")).toBeDisabled();
  expect(sent(SAY)).toHaveLength(1);
  gate.dispatchEvent(new Event("open"));
  await waitFor(() =>
    expect(sent(SAY)).toEqual([
      { slotTips: { "1": true } },
      { slotTips: { "2": true } },
      { slotTips: { "1": false } },
      { status: "completed", seenStatus: "live" },
    ]),
  );
  await waitFor(async () => expect(await button("Mark Complete")).toBeEnabled());
});

it("does not save a slot over what another admin made of it, unless it has been shown", async () => {
  const PUT = "PUT /api/admin/hunts/week-7/slots/1";
  const changed = "Another admin has changed this bonus hunt in the meantime";
  let isRefused = true;
  const { sent } = openPage({
    [PUT]: () => {
      if (!isRefused) return saved("Slot updated", held.slots)();
      hold(
        three.map((slot) => (slot.id === "1" ? { ...slot, calledBy: "rory", revision: 2 } : slot)),
      );
      return refusal(409, changed, "changed");
    },
  });
  await ask("Edit Mental, number 1");
  await userEvent.type(dialog().getByLabelText("Provider"), "!");
  await userEvent.click(dialog().getByRole("button", { name: "Save Slot" }));
  expect(await dialog().findByText(changed)).toBeVisible();
  expect(await dialog().findByText(/^It now says: .*called by rory/)).toBeVisible();
  isRefused = false;
  await userEvent.click(dialog().getByRole("button", { name: "Save Slot" }));
  expect(await screen.findByText("Slot updated")).toBeVisible();
  expect(sent(PUT)).toMatchObject([
    { provider: "Red Dirt Games!", revision: 1 },
    { provider: "Red Dirt Games!", revision: 2 },
  ]);
});

it("asks before what was typed of a slot is thrown away", async () => {
  openPage();
  await ask("Edit Mental, number 1");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await ask("Edit Mental, number 1");
  await userEvent.type(dialog().getByLabelText("Provider"), "!");
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole("dialog", { name: "Discard what you typed?" })).toBeVisible();
  await userEvent.click(dialog().getByRole("button", { name: "Keep editing" }));
  expect(dialog().getByLabelText("Provider")).toHaveValue("Red Dirt Games!");
  await userEvent.click(dialog().getByRole("button", { name: "Cancel" }));
  await userEvent.click(dialog().getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("follows what another admin does", async () => {
  openPage();
  await row(/Mental/);
  hold([...three, aSlot({ id: "4", slotName: "Late call" })]);
  act(() => deliver("huntsUpdated", { id: "week-7", revision: held.revision, deleted: false }));
  expect(await row(/Late call/)).toBeVisible();
});
