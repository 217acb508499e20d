import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { refusal } from "@/test-panel";
import { later } from "@/testing/later";
import { hold, leave, openStream } from "./test-stream";

const SWITCH = "POST /api/auth/admin/game-maintenance";

beforeEach(() => hold({ games: { dice: false, mines: false } }));
afterEach(leave);

it("says which game could not be paused, also after another one was", async () => {
  const dice = later<Response>();
  openStream({
    [SWITCH]: async (request) => {
      const { gameId } = await request.json();
      return gameId === "dice" ? dice.promise : jsonAnswer({ success: true, message: "Done" });
    },
  });
  const games = within(await screen.findByRole("region", { name: "Games" }));
  await userEvent.click(await games.findByRole("switch", { name: "Dice is open" }));
  await userEvent.click(games.getByRole("switch", { name: "Mines is open" }));
  await act(async () => dice.resolve(refusal(503, "The server is busy")));
  expect(await games.findByRole("alert")).toHaveTextContent(/^Dice.*The server is busy/);
  await userEvent.click(games.getByRole("switch", { name: "Mines is open" }));
  expect(games.getByRole("alert")).toHaveTextContent(/^Dice.*The server is busy/);
});

it("takes a double click for one press", async () => {
  const { sent } = openStream({ [SWITCH]: () => jsonAnswer({ success: true, message: "Done" }) });
  const games = within(await screen.findByRole("region", { name: "Games" }));
  await userEvent.dblClick(await games.findByRole("switch", { name: "Dice is open" }));
  expect(sent(SWITCH)).toEqual([{ gameId: "dice", disabled: true }]);
});
