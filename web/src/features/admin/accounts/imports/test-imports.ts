import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin } from "@/test-panel";
import { accountsAnswer, anAccount } from "../test-accounts";

export const WAITING = "GET /api/admin/points/import/waiting";

/** What waits for a decision, of those whose Kick account is linked. */
type Linked = { lines: number; points: number };
export const noneLinked: Linked = { lines: 0, points: 0 };

/** The first page of the lines that wait. */
export function waitingAnswer(
  lines: readonly object[],
  linked: Linked,
  more: object = {},
): Response {
  const pages = { total: lines.length, page: 1, pages: 1 };
  return jsonAnswer({ success: true, items: lines, ...pages, linked, ...more });
}

/** Opens the dialog for points as CSV. Nothing waits, unless the answers say so. */
export async function openCsv(answers: Answers = {}) {
  const panel = openAsAdmin("/admin/accounts", {
    "GET /api/admin/accounts": () =>
      accountsAnswer([anAccount("7", "rory"), anAccount("8", "sam")]),
    [WAITING]: () => waitingAnswer([], noneLinked),
    ...answers,
  });
  await userEvent.click(await screen.findByRole("button", { name: "CSV" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Points as CSV" }));
  return { ...panel, dialog };
}

export const button = (name: string | RegExp) => screen.findByRole("button", { name });

export const queryOf = ({ url }: Request) => Object.fromEntries(new URL(url).searchParams);
