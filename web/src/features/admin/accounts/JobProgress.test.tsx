import { expect, it } from "vitest";
import { renderPage } from "@/test-page";
import { serverNow } from "@/wire/server-clock";
import { JobProgress } from "./JobProgress";

const MINUTE = 60_000;

const job = (paid: number, endedAt: string | null = null) => ({
  id: "4",
  amount: 20,
  reason: "A good stream",
  members: 2_000,
  paid,
  skipped: 0,
  begunAt: new Date(serverNow() - 4.1 * MINUTE).toISOString(),
  endedAt,
});

it.each([
  ["from its pace", 500, null, "25%, 12 minutes left"],
  ["not before there is a pace", 0, null, "0%"],
  ["not at the end", 2_000, "2026-11-21T10:00:00Z", "100%"],
])("says how long it still takes, %s", (_, paid, endedAt, text) => {
  const { container } = renderPage(<JobProgress job={job(paid, endedAt)} failure={null} />);
  expect(container.textContent).toMatch(new RegExp(`members${text}$`));
});
