import { useEffect } from "react";
import { toast } from "@/ui/toast";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { onOnline, onPush } from "@/wire/socket";
import { readSocketEvent } from "@/wire/socket-events";
import { type Live, sameLists } from "../drafts/model";
import { type DraftList, taggedList } from "../drafts/publish";
import { createDrafts } from "../drafts/store";
import { adminApi } from "../session/actions";
import { type Challenge, filledIn, traits } from "./model";

const queryKey = ["admin", "challenges"];

/** What is stored has to look like what is pushed. */
const read = (stored: unknown) =>
  readSocketEvent("challengesUpdated", stored)?.map(filledIn) ?? null;

/** The challenges: what is live, and the draft on this browser. */
export const challengeList: DraftList<Challenge> = {
  queryKey,
  traits,
  drafts: createDrafts({ name: "pointhouse.admin.challenges", read, traits }),
  read: async () => {
    const { data, response } = await adminApi.GET("/api/challenges");
    return taggedList((data ?? []).map(filledIn), response);
  },
  send: (body, headers) => answer(adminApi.POST("/api/challenges", { body, headers })),
};

/** Reads the list again whenever it has changed or may have. A push carries no version to draft on. */
export function useLiveChallenges(): void {
  useEffect(() => {
    const reread = () => void queryClient.invalidateQueries({ queryKey });
    const stops = [
      onPush("challengesUpdated", () => {
        reread();
        toast({ text: "Challenges updated!", tone: "info" });
      }),
      onOnline(reread),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

/**
 * Pays a challenge's points to the member who did it, once and for good (decisions E7). Returns the
 * member's balance.
 * @throws {CallFailure}
 */
export async function award(challengeId: string, userId: string): Promise<number> {
  const params = { path: { id: challengeId } };
  const body = { userId };
  const before = known();
  try {
    const path = "/api/admin/challenges/{id}/award";
    const { newPoints } = await answer(adminApi.POST(path, { params, body }));
    await takeOverAward(challengeId, before);
    return newPoints;
  } catch (thrown) {
    // Somebody else may have awarded it, or the answer has been lost.
    void queryClient.invalidateQueries({ queryKey });
    throw thrown;
  }
}

function known(): Live<Challenge> | undefined {
  return queryClient.getQueryData<Live<Challenge>>(queryKey);
}

/** A draft of the list before the award is about the list after it, if nothing else has changed. */
async function takeOverAward(id: string, before: Live<Challenge> | undefined): Promise<void> {
  const awarded = (challenges: readonly Challenge[]) =>
    challenges.map((one) => (one.id === id ? { ...one, completed: true } : one));
  await queryClient.invalidateQueries({ queryKey });
  const after = known();
  const { drafts } = challengeList;
  const draft = drafts.current();
  if (draft === null || before === undefined || after === undefined) return;
  const isOurs = sameLists(traits, awarded(before.entries), after.entries);
  if (isOurs && draft.base.version === before.version) drafts.rebase(after, awarded(draft.entries));
}

/**
 * Has the list pushed to admins' pages only: what open pages do with an update is seen, and no member
 * notices (decisions F4).
 * @throws {CallFailure}
 */
export async function testLiveUpdate(): Promise<string> {
  return (await answer(adminApi.POST("/api/admin/challenges/test-update"))).message;
}
