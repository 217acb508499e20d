import { act, screen, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { beginSession, endSession } from "@/features/session/actions";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { BlackjackPage } from "../blackjack/BlackjackPage";
import { useBlackjackTable } from "../blackjack/table";
import { DicePage } from "../dice/DicePage";
import { useDiceTable } from "../dice/table";
import { KenoPage } from "../keno/KenoPage";
import { useKenoTable } from "../keno/table";
import { LimboPage } from "../limbo/LimboPage";
import limboTable from "../limbo/published.json";
import { useLimboTable } from "../limbo/table";
import { MinesPage } from "../mines/MinesPage";
import { useMinesTable } from "../mines/table";
import { RoulettePage } from "../roulette/RoulettePage";
import { useRouletteTable } from "../roulette/table";
import type { GameNotice } from "./bet-failure";

type Shown = { notice: GameNotice | null; phase: string };
type Game = readonly [
  name: string,
  Page: ComponentType,
  table: { getState: () => Shown; setState: (part: Pick<Shown, "notice">) => void },
];

const games: readonly Game[] = [
  ["dice", DicePage, useDiceTable],
  ["keno", KenoPage, useKenoTable],
  ["limbo", LimboPage, useLimboTable],
  ["mines", MinesPage, useMinesTable],
  ["blackjack", BlackjackPage, useBlackjackTable],
  ["roulette", RoulettePage, useRouletteTable],
];

const logIn = (id: string) =>
  act(() => beginSession({ token: `t-${id}`, user: { ...sampleMember, id, points: 500 } }));

let rules: object;

beforeEach(() => {
  rules = {};
  stubFetch(async ({ url }: Request) => {
    if (url.endsWith("/rules")) return jsonAnswer({ success: true, rulesHash: "x", games: rules });
    if (url.includes("/history")) return jsonAnswer({ success: true, history: [] });
    if (url.endsWith("/state")) return jsonAnswer({ success: true, round: null });
    if (url.includes("maintenance-status"))
      return jsonAnswer({ success: true, disabled: false, pausedUntil: null });
    return jsonAnswer({ success: false, error: "not_found", message: "Not found" }, 404);
  });
});

afterEach(() => act(() => endSession()));

it.each(games)("%s shows the next member nothing of the last one", async (_, Page, table) => {
  logIn("7");
  renderPage(<Page />);
  await waitFor(() => expect(table.getState().phase).toBe("idle"));
  const text = "The last member's bet was placed.";
  act(() => table.setState({ notice: { tone: "info", text } }));
  expect(await screen.findByText(text)).toBeVisible();
  // In another window; this page stays open.
  logIn("8");
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  await waitFor(() => expect(table.getState()).toMatchObject({ phase: "idle", notice: null }));
});

it("opens with a bet that the site's own rules allow", async () => {
  rules = { limbo: { table: { ...limboTable, min_bet: 20 } } };
  logIn("7");
  renderPage(<LimboPage />);
  await waitFor(() => expect(useLimboTable.getState().betText).toBe("20"));
});
