import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import { dropUnsaved } from "../session/unsaved";
import { fill, openSettings, press, READ, save, saveOf, settings, values } from "./test-settings";

afterEach(() => {
  dropUnsaved();
  keepAdminToken(null);
  queryClient.clear();
});

const list = async (name: string) => within(await screen.findByRole("group", { name }));
const namesIn = (group: Awaited<ReturnType<typeof list>>) =>
  group.getAllByRole("listitem").map((row) => row.querySelector("label")?.textContent);

it("home: blocks and counters are put in order and switched off", async () => {
  const panel = openSettings("home");
  const blocks = await list("Blocks");
  await press("Move up: House games");
  expect(blocks.getByRole("button", { name: "Place of House games: 2 of 4" })).toBeVisible();
  await userEvent.click(blocks.getByLabelText("What members can do here"));
  // What is off keeps its place while the page is open.
  expect(namesIn(blocks)).toEqual([
    "Your community in figures",
    "House games",
    "What members can do here",
    "How this site works",
  ]);
  const counters = await list("Live counters");
  expect(counters.getByLabelText("Points paid out to members")).not.toBeChecked();
  await userEvent.click(counters.getByLabelText("Points paid out to members"));
  await press("Move up: Points paid out to members");
  await press("Move up: Points paid out to members");
  expect(await save(panel, "home")).toEqual({
    ...values.home,
    blocks: ["counters", "games", "principles"],
    live_counters: ["points_paid", "members", "rounds"],
  });
});

it("home: discarded changes are gone from the lists, too", async () => {
  openSettings("home");
  const blocks = await list("Blocks");
  await press("Move down: Your community in figures");
  await userEvent.click(blocks.getByLabelText("House games"));
  await press("Discard changes");
  const question = within(await screen.findByRole("dialog", { name: "Discard your changes?" }));
  await userEvent.click(question.getByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(blocks.getByLabelText("House games")).toBeChecked());
  expect(namesIn(blocks)[0]).toBe("Your community in figures");
});

it("home: a locked list cannot be changed", async () => {
  openSettings("home", {
    [READ]: () => jsonAnswer(settings({ home: { locked: [{ key: "blocks", by: "file" }] } })),
  });
  const blocks = await list("Blocks");
  expect(blocks.getByText("Decided by the server's settings file")).toBeVisible();
  expect(blocks.getByLabelText("House games")).toBeDisabled();
  expect(blocks.getByRole("button", { name: "Move up: House games" })).toBeDisabled();
  expect(screen.getByLabelText("Rounds that can be checked")).toBeEnabled();
});

it("games: which are offered, their order, and the budget as a share", async () => {
  const panel = openSettings("games");
  const games = await list("Games you offer");
  await userEvent.click(games.getByLabelText("Mines"));
  await userEvent.click(games.getByLabelText("Plinko"));
  await press("Move down: Dice");
  await press("Move down: Dice");
  await userEvent.click(screen.getByRole("radio", { name: "A share of all points" }));
  await fill("Percent", "0");
  expect(screen.getByText("Enter a whole number from 1 to 100.")).toBeVisible();
  await press("Save changes");
  expect(panel.sent(saveOf("games"))).toEqual([]);
  await fill("Percent", "20");
  expect(await save(panel, "games")).toEqual({
    ...values.games,
    offered: ["blackjack", "dice", "keno", "limbo", "slot", "roulette", "plinko"],
    prize_budget_percent: 20,
  });
  await userEvent.click(screen.getByRole("radio", { name: "A number of points" }));
  expect(screen.getByLabelText("Points")).toHaveValue("1000000");
});
