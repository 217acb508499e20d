import { act, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { toast } from "@/ui/toast";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";
import { challengeList } from "./queries";
import {
  aChallenge,
  answerYes,
  complete,
  openChallenges,
  press,
  TestChallenges,
} from "./test-challenges";

vi.mock("@/ui/toast", () => ({ toast: vi.fn() }));

afterEach(() => {
  keepAdminToken(null);
  challengeList.drafts.discard();
  queryClient.clear();
});

it("announces what others publish, and not what is published here", async () => {
  const challenges = new TestChallenges();
  await openChallenges(challenges, {});
  await complete("Bandit");
  await press("Push Live");
  await answerYes("Push Live");
  expect(await screen.findByText("Changes pushed live successfully!")).toBeVisible();
  act(() => deliver("challengesUpdated", challenges.list));
  expect(toast).not.toHaveBeenCalled();
  challenges.publishElsewhere((known) => [...known, aChallenge("4", "Theirs")]);
  act(() => deliver("challengesUpdated", challenges.list));
  expect(toast).toHaveBeenCalledTimes(1);
  expect(await screen.findByText("Theirs")).toBeVisible();
});
