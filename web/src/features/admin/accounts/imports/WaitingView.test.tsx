import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../../session/store";
import { button, noneLinked, openCsv, queryOf, WAITING, waitingAnswer } from "./test-imports";

const CREDIT_LINKED = "POST /api/admin/points/import/waiting/credit-linked";
const CREDIT = "POST /api/admin/points/import/waiting/3-4/credit";
const REMOVE = "DELETE /api/admin/points/import/waiting/3-4";

const waiting = {
  id: "3-4",
  import: "3",
  line: 4,
  points: 25,
  kickId: null,
  kickUsername: null,
  casinoUsername: "samrolls",
  email: null,
  username: null,
  reason: "nobody has proved to be this one",
};

let lines: object[];
let linked: typeof noneLinked;

beforeEach(() => {
  lines = [];
  linked = noneLinked;
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const openWaiting = (answers: Answers) =>
  openCsv({ [WAITING]: () => waitingAnswer(lines, linked), ...answers });

it("credits a line that waits to the member an admin knows", async () => {
  lines = [waiting];
  const { dialog, sent } = await openWaiting({
    [CREDIT]: () => {
      lines = [];
      return jsonAnswer({
        success: true,
        message: "Credited 25 points",
        user: { id: "8", points: 125 },
      });
    },
  });
  expect(await dialog.findByText("1 line waits")).toBeVisible();
  await userEvent.click(await button("Show them"));
  await userEvent.click(await button("Credit: samrolls (casino)"));
  expect(screen.getByRole("textbox", { name: "Search members" })).toHaveValue("samrolls");
  expect(await button("Credit")).toBeDisabled();
  await userEvent.click(await screen.findByRole("radio", { name: /^sam/ }));
  expect(sent(CREDIT)).toEqual([]);
  await userEvent.click(await button("Credit 25 points to sam"));
  expect(await dialog.findByText("sam: Credited 25 points")).toBeVisible();
  expect(await dialog.findByText("No waiting lines")).toBeVisible();
  expect(sent(CREDIT)).toEqual([{ userId: "8" }]);
});

it("removes a line after a question, and says when it was too late", async () => {
  lines = [waiting];
  let isGone = true;
  const { dialog, sent } = await openWaiting({
    [REMOVE]: () => {
      if (isGone) return refusal(404, "There is no such line, or it waits no more");
      lines = [];
      return jsonAnswer({ success: true, message: "The line is removed" });
    },
  });
  await userEvent.click(await button("Show them"));
  await userEvent.click(await button("Remove: samrolls (casino)"));
  expect(await screen.findByRole("dialog", { name: "Remove the line?" })).toBeVisible();
  expect(sent(REMOVE)).toEqual([]);
  await userEvent.click(await button("Remove"));
  expect(await dialog.findByText("There is no such line, or it waits no more")).toBeVisible();
  isGone = false;
  await userEvent.click(await button("Remove"));
  expect(await dialog.findByText("The line is removed")).toBeVisible();
});

it("searches the waiting lines, and keeps search and page while a line is looked at", async () => {
  const asked: string[] = [];
  const { dialog } = await openWaiting({
    [WAITING]: (request) => {
      const { q = "", page = "1" } = queryOf(request);
      asked.push(`${q} ${page}`);
      const items = q === "nobody" ? [] : [{ ...waiting, id: `3-${page}` }];
      return waitingAnswer(items, linked, { total: items.length * 9, pages: 2 });
    },
  });
  await userEvent.click(await button("Show them"));
  const field = await dialog.findByRole("textbox", { name: "Search waiting lines" });
  await userEvent.type(field, "sam{Enter}");
  expect(await dialog.findByText("9 lines found")).toBeVisible();
  await userEvent.click(await button(/next/i));
  await waitFor(() => expect(asked).toContain("sam 2"));
  await userEvent.click(await button("Remove: samrolls (casino)"));
  await userEvent.click(await button("Back"));
  expect(await dialog.findByRole("textbox", { name: "Search waiting lines" })).toHaveValue("sam");
  expect(asked.at(-1)).toBe("sam 2");
  await userEvent.clear(dialog.getByRole("textbox", { name: "Search waiting lines" }));
  await userEvent.type(
    dialog.getByRole("textbox", { name: "Search waiting lines" }),
    "nobody{Enter}",
  );
  expect(await dialog.findByText("No waiting lines match “nobody”.")).toBeVisible();
});

it("credits all lines that name a linked Kick account by name only, after a question", async () => {
  lines = [waiting];
  linked = { lines: 1, points: 25 };
  const { dialog, sent } = await openWaiting({
    [CREDIT_LINKED]: () => {
      lines = [];
      linked = noneLinked;
      const message = "Credited 1 line with 25 points";
      return jsonAnswer({ success: true, message, lines: 1, points: 25, left: 2 });
    },
  });
  await userEvent.click(await button("Show them"));
  await userEvent.click(await button("Credit linked accounts"));
  expect(await screen.findByRole("dialog", { name: "Credit linked accounts?" })).toBeVisible();
  expect(sent(CREDIT_LINKED)).toEqual([]);
  await userEvent.click(await button("Credit 1 line with 25 points"));
  expect(
    await dialog.findByText(/^Credited 1 line with 25 points. 2 lines still wait/),
  ).toBeVisible();
  expect(dialog.queryByRole("button", { name: "Credit linked accounts" })).toBeNull();
});
