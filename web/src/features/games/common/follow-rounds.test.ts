import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { pass } from "@/testing/fake-clock";
import { stubFetch } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { followRounds } from "./follow-rounds";
import { historyQuery } from "./queries";

/** The ids of the rounds that each read of the list answers, and when it does. */
let answer: () => void;
let ids: readonly string[];
let reads: number;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  reads = 0;
  ids = [];
  stubFetch(async ({ url }: Request) => {
    if (!url.endsWith("/history?limit=20")) return jsonAnswer({ success: true });
    reads += 1;
    const history = ids.map((id) => ({ id }));
    if (reads === 1)
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
    return jsonAnswer({ success: true, history });
  });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

it("reads the list again when a round ended while its first read was under way", async () => {
  const observer = new QueryObserver(queryClient, historyQuery("dice"));
  const unsubscribe = observer.subscribe(() => undefined);
  stop = followRounds("dice", () => true);
  ids = ["7-1"];
  deliver("roundUpdated", { gameId: "dice", id: "7-1", steps: null });
  await pass(250);
  answer();
  await pass(0);
  expect(reads).toBe(2);
  expect(queryClient.getQueryData(historyQuery("dice").queryKey)).toEqual([{ id: "7-1" }]);
  unsubscribe();
});

it("does not read a list that is not on show", async () => {
  stop = followRounds("dice", () => true);
  deliver("roundUpdated", { gameId: "dice", id: "7-1", steps: null });
  await pass(250);
  expect(reads).toBe(0);
});
