import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import { setHiding } from "../shell/private";
import { aBoard, aDay, boardAnswer, historyAnswer } from "./test-board";

const HISTORY = "GET /api/wager-tracking/player-history";

afterEach(() => {
  setHiding(false);
  keepAdminToken(null);
  queryClient.clear();
});

const spanOf = ({ url }: Request) => Object.fromEntries(new URL(url).searchParams);
const dialog = () => within(screen.getByRole("dialog", { name: "kangaroo" }));
const step = (name: string) => userEvent.click(dialog().getByRole("button", { name }));
const expectFigure = (term: string, amount: string) =>
  waitFor(() =>
    expect(dialog().getByText(term, { selector: "dt" }).nextElementSibling).toHaveTextContent(
      amount,
    ),
  );

async function open(answers: Answers = {}, board = aBoard()) {
  openAsAdmin("/admin", {
    "GET /api/leaderboard/wager": () => boardAnswer(board),
    [HISTORY]: () => historyAnswer(),
    ...answers,
  });
  await userEvent.click(await screen.findByRole("button", { name: "kangaroo" }));
}

it("shows today, the month, and the best three of the last 30 days", async () => {
  await open();
  expect(dialog().getByText("No. 1 with $1,000.10 in November 2026")).toBeVisible();
  await expectFigure("Today", "$11.00");
  await expectFigure("This month", "$351.50");
  expect(dialog().getByText("Sun, Nov 22, 2026")).toBeVisible();
  expect(dialog().getByRole("button", { name: "Next day" })).toBeDisabled();
  const best = within(dialog().getByRole("region", { name: "Best of the last 30 days" }));
  expect(best.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "1Tue, Nov 10, 2026$300.50",
    "2Fri, Oct 30, 2026$70.00",
    "3Tue, Nov 3, 2026$40.00",
  ]);
  expect(dialog().getByText("$12,345.60")).toBeVisible();
});

it("shows no amount to viewers until it is pressed", async () => {
  setHiding(true);
  await open();
  const best = await dialog().findByRole("region", { name: "Best of the last 30 days" });
  expect(screen.getByRole("dialog")).not.toHaveTextContent("$");
  await step("Show the wagers of kangaroo: Today");
  await expectFigure("Today", "$11.00");
  expect(best).not.toHaveTextContent("$");
  // The day is a button of its own.
  await userEvent.click(within(best).getByRole("button", { name: "Tue, Nov 10, 2026" }));
  expect(dialog().getByText("On this day", { selector: "dt" })).toBeVisible();
});

it("goes from day to day; a day without figures leaves the month as it stood", async () => {
  const spans: object[] = [];
  await open({
    [HISTORY]: (request) => {
      spans.push(spanOf(request));
      return historyAnswer();
    },
  });
  await expectFigure("Today", "$11.00");
  await step("Previous day");
  await expectFigure("On this day", "$0.00");
  await expectFigure("November 2026 until then", "$340.50");
  await userEvent.click(dialog().getByRole("button", { name: /Nov 10/ }));
  await expectFigure("On this day", "$300.50");
  await userEvent.click(dialog().getByRole("button", { name: /Oct 30/ }));
  await expectFigure("October 2026 until then", "$900.00");
  expect(spans).toEqual([
    { username: "kangaroo" },
    { username: "kangaroo", startDate: "2026-11-01", endDate: "2026-11-22" },
    { username: "kangaroo", startDate: "2026-10-01", endDate: "2026-10-31" },
  ]);
});

it("comes back to today and not past it, without losing the focus", async () => {
  await open();
  await expectFigure("Today", "$11.00");
  await step("Previous day");
  await expectFigure("On this day", "$0.00");
  await step("Next day");
  await expectFigure("Today", "$11.00");
  expect(dialog().getByRole("button", { name: "Next day" })).toBeDisabled();
  expect(document.activeElement).toHaveTextContent("Sun, Nov 22, 2026");
});

it("says of a sample player that they are made up", async () => {
  await open(
    { [HISTORY]: () => historyAnswer({ history: [], currentStats: null }) },
    aBoard({ source: "sample" }),
  );
  expect(await dialog().findByText(/made up, and never tracked/)).toBeVisible();
});

it("says when nothing has been tracked yet, and that there was no best day", async () => {
  let isKnown = false;
  await open({
    [HISTORY]: () =>
      isKnown
        ? historyAnswer({ history: [aDay("2026-11-22", 0, 0)] })
        : historyAnswer({ history: [], currentStats: null }),
  });
  expect(await dialog().findByText(/Nothing has been tracked for this player yet/)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  isKnown = true;
  queryClient.removeQueries({ queryKey: ["admin", "wagers", "player"] });
  await userEvent.click(screen.getByRole("button", { name: "kangaroo" }));
  expect(await dialog().findByText("No wagers in the last 30 days.")).toBeVisible();
});

it("says from when on wagers are known, and shows no day before", async () => {
  await open({
    [HISTORY]: () =>
      historyAnswer({ trackedSince: "2026-11-20", history: [aDay("2026-11-21", 0, 500)] }),
  });
  expect(await dialog().findByText("Tracked since Fri, Nov 20, 2026.")).toBeVisible();
  expect(dialog().getByText("No wagers since tracking began on Fri, Nov 20, 2026.")).toBeVisible();
  expect(dialog().queryByText("No wagers in the last 30 days.")).toBeNull();
  await step("Previous day");
  await step("Previous day");
  await expectFigure("On this day", "$0.00");
  expect(
    dialog().getByText("Tracking began on this day; earlier wagers are not included."),
  ).toBeVisible();
  expect(dialog().getByRole("button", { name: "Previous day" })).toBeDisabled();
});

it("says when the figures could not be read, of all days or of one, and tries again", async () => {
  let isBroken = true;
  await open({ [HISTORY]: () => (isBroken ? refusal(403, "No way") : historyAnswer()) });
  expect(await dialog().findByText("The wagers could not be loaded. No way")).toBeVisible();
  isBroken = false;
  await step("Retry");
  await expectFigure("Today", "$11.00");
  isBroken = true;
  await step("Previous day");
  expect(await dialog().findByText(/No way/)).toBeVisible();
  isBroken = false;
  await step("Retry");
  await expectFigure("On this day", "$0.00");
});

it("gives the focus back to the name", async () => {
  await open();
  await expectFigure("Today", "$11.00");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByRole("button", { name: "kangaroo" })).toHaveFocus());
});
