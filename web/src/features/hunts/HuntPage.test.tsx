import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openPanel, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import type { WholeHunt } from "./model";
import { aSlot, aWhole } from "./test-hunts";

const HUNT = "GET /api/bonus-hunts/week-7";

/** What the server holds. */
let held: WholeHunt;
const house: Answers = { [HUNT]: () => jsonAnswer(held) };

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  held = aWhole(
    [
      aSlot({ id: "1", amountWon: 240 }),
      aSlot({ id: "3", slotName: "Croc Creek", amountWon: 0, hasTip: true }),
      aSlot({ id: "4", slotName: "Opal Rush", calledBy: "jolly" }),
      aSlot({ id: "5", slotName: "Reef Riches" }),
    ],
    { id: "week-7", requiredAverage: 0, runningAverage: 60 },
  );
});

afterEach(() => queryClient.clear());

const openPage = (address = "/bonus-hunts/week-7", answers: Answers = {}) =>
  openPanel(address, { ...house, ...answers });
const row = async (name: string) =>
  within(await screen.findByRole("table", { name: "Slots" })).getByRole("row", {
    name: new RegExp(name),
  });

/** Opens a slot at the server, and tells everybody. */
function play(id: string, amountWon: number): void {
  const slots = held.slots.map((slot) =>
    slot.id === id ? { ...slot, opened: true, amountWon, times: amountWon / slot.bet } : slot,
  );
  held = aWhole(slots, { id: "week-7", revision: held.revision + 1 });
  act(() => deliver("huntsUpdated", { id: "week-7", revision: held.revision, deleted: false }));
}

/** Behind every read that was due by now. */
const afterReads = () => act(() => new Promise((resolve) => setTimeout(resolve)));

it("shows the six figures and all slots", async () => {
  openPage();
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Friday hunt");
  const figures = screen.getAllByRole("term").map(({ parentElement }) => parentElement);
  expect(figures.map((figure) => figure?.querySelector("dt")?.textContent)).toEqual([
    "Opened",
    "Collected",
    "Start",
    "Req avg X",
    "Run avg X",
    "Best win",
  ]);
  expect(figures[0]).toHaveTextContent("2 / 4");
  expect(figures[1]).toHaveTextContent("$240.00");
  expect(figures[3]).toHaveTextContent("Start is covered");
  expect(figures[4]).toHaveTextContent("60x");
  const first = await row("Thunder Wombat");
  for (const text of ["1", "matilda", "$2.00", "$240.00", "mega 120x"])
    expect(first).toHaveTextContent(text);
  // A tip stands in place of the number; a win of nothing is a win that was opened.
  const tipped = within(await row("Croc Creek")).getAllByRole("cell");
  expect(tipped[0]).toHaveTextContent("2, TIP");
  expect(await row("Croc Creek")).toHaveTextContent("$0.00");
  expect(await row("Opal Rush")).toHaveTextContent("Up next");
  expect(await row("Reef Riches")).toHaveTextContent("Not opened yet");
  const back = screen.getByRole("link", { name: /^Back/ });
  expect(back).toHaveAttribute("href", "/bonus-hunts");
});

it("points out what is opened, and says it", async () => {
  openPage();
  const stage = within(await screen.findByRole("region", { name: "At a glance" }));
  expect(stage.getByText("Best so far")).toBeVisible();
  expect(stage.getByRole("heading", { name: "Thunder Wombat" })).toBeVisible();
  play("4", 110);
  expect(await stage.findByText("Just opened")).toBeVisible();
  expect(stage.getByRole("heading", { name: "Opal Rush" })).toBeVisible();
  expect(await row("Opal Rush")).toHaveTextContent("Just opened");
  expect(await row("Reef Riches")).toHaveTextContent("Up next");
  await waitFor(() =>
    expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain(
      "Opal Rush paid $110.00, 55x, big win. 3 of 4 opened",
    ),
  );
});

it("does not ask for what happens to another hunt, or for what it has", async () => {
  const { sent } = openPage();
  await row("Opal Rush");
  const asked = sent(HUNT).length;
  act(() => deliver("huntsUpdated", { id: "other", revision: 9, deleted: false }));
  act(() => deliver("huntsUpdated", { id: "week-7", revision: held.revision, deleted: false }));
  await afterReads();
  expect(sent(HUNT)).toHaveLength(asked);
  play("4", 1);
  await waitFor(async () => expect(await row("Opal Rush")).toHaveTextContent("Just opened"));
  expect(sent(HUNT)).toHaveLength(asked + 1);
});

it("ends with the result", async () => {
  held = aWhole([aSlot({ amountWon: 40 })], { id: "week-7", status: "completed" });
  openPage();
  const stage = within(await screen.findByRole("region", { name: "At a glance" }));
  expect(stage.getByText("Result")).toBeVisible();
  expect(stage.getByText("$60.00 loss")).toBeInTheDocument();
  expect(screen.getByText("Nothing left to open")).toBeVisible();
});

it("says that nothing is collected yet", async () => {
  held = aWhole([], { id: "week-7", status: "active" });
  openPage();
  expect(await screen.findByText("No bonuses yet")).toBeVisible();
  expect(screen.getByText("Active")).toBeVisible();
});

it("says that there is no such hunt", async () => {
  openPage("/bonus-hunts/week-7", {
    [HUNT]: () => refusal(404, "Bonus hunt not found", "not_found"),
  });
  expect(await screen.findByRole("heading", { name: "Bonus hunt not found" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

it.each(["a%20b", "admin-overrides", "x".repeat(41)])("asks nobody for %s", async (id) => {
  const { sent } = openPage(`/bonus-hunts/${id}`);
  expect(await screen.findByRole("heading", { name: "Invalid bonus hunt ID" })).toBeVisible();
  expect(sent(`GET /api/bonus-hunts/${id}`)).toEqual([]);
});

it("offers another try when the details could not be loaded", async () => {
  let isBroken = true;
  openPage("/bonus-hunts/week-7", {
    [HUNT]: () => (isBroken ? refusal(429, "Too many requests") : jsonAnswer(held)),
  });
  expect(await screen.findByText("Failed to load bonus hunt details")).toBeVisible();
  expect(screen.getByText("Too many requests")).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await row("Opal Rush")).toBeVisible();
});

it("is gone the moment it is deleted", async () => {
  let isGone = false;
  openPage("/bonus-hunts/week-7", {
    [HUNT]: () => (isGone ? refusal(404, "Bonus hunt not found", "not_found") : jsonAnswer(held)),
  });
  await row("Opal Rush");
  isGone = true;
  act(() => deliver("huntsUpdated", { id: "week-7", revision: held.revision, deleted: true }));
  expect(await screen.findByRole("heading", { name: "Bonus hunt not found" })).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
});

it("names no caller where a slot was called by nobody, whatever its id", async () => {
  held = aWhole(
    [
      aSlot({ id: "b-1", slotName: "Dog House", calledBy: "", amountWon: 240 }),
      aSlot({ id: "two words", slotName: "Mental", calledBy: "" }),
    ],
    { id: "week-7", source: "external", streamerName: "" },
  );
  openPage();
  const stage = within(await screen.findByRole("region", { name: "At a glance" }));
  expect(stage.getAllByText("Red Dirt Games · $2.00 bet")).toHaveLength(2);
  expect(stage.queryByText(/called by/)).toBeNull();
  expect(within(await row("Mental")).getByText("Nobody")).toBeInTheDocument();
  // Below the name on phones: the bet alone.
  expect(within(await row("Dog House")).getByRole("rowheader")).toHaveTextContent(
    /^Dog HouseRed Dirt Games\$2\.00$/,
  );
});
