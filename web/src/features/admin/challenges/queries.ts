import { stale, useLive } from "@/data/use-live";
import { toast } from "@/ui/toast";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { readSocketEvent } from "@/wire/socket-events";
import { type Live, sameLists } from "../drafts/model";
import { type DraftList, liveQuery, taggedList } from "../drafts/publish";
import { createDrafts } from "../drafts/store";
import { adminApi } from "../session/actions";
import { type Challenge, filledIn, traits } from "./model";
import * as texts from "./texts/en";

const queryKey = ["admin", "challenges"];

/** Done when the awards of this page are answered, and in the draft too. */
let awarding: Promise<unknown> = Promise.resolve();

/** The list that a change of this page makes: its push is no news here. */
let own: readonly Challenge[] | null = null;

/** Makes a change whose push is not announced. */
async function asOwn<Answer>(list: readonly Challenge[], change: () => Promise<Answer>) {
  own = list;
  try {
    return await change();
  } catch (thrown) {
    own = null;
    throw thrown;
  }
}

/** What is stored has to look like what is pushed. */
const read = (stored: unknown) =>
  readSocketEvent("challengesUpdated", stored)?.map(filledIn) ?? null;

/** The challenges: what is live, and the draft on this browser. */
export const challengeList: DraftList<Challenge> = {
  queryKey,
  traits,
  drafts: createDrafts({ name: "admin.challenges", read, traits }),
  read: async () => {
    const { data, response } = await adminApi.GET("/api/challenges");
    // The list may show an award before its own answer arrives. The draft must take the award over
    // first, or it counts as another admin's change.
    await awarding;
    return taggedList((data ?? []).map(filledIn), response);
  },
  send: (body, headers) =>
    asOwn(body, () => answer(adminApi.POST("/api/challenges", { body, headers }))),
};

/** Keeps the list as it is on the server. A list that is pushed has no version to draft on. */
export function useLiveChallenges(): void {
  useLive(liveQuery(challengeList), {
    on: {
      challengesUpdated: (list) => {
        const isOwn = own !== null && sameLists(traits, own, list.map(filledIn));
        own = null;
        if (!isOwn) toast({ text: texts.challengesUpdated, tone: "info" });
        return stale;
      },
    },
  });
}

/**
 * Pays a challenge's points to the member who did it, once and for good (docs/decisions.md, E7).
 * Returns the member's balance.
 * @throws {CallFailure}
 */
export async function award(challengeId: string, userId: string): Promise<number> {
  const live = queryClient.getQueryData<Live<Challenge>>(queryKey)?.entries ?? [];
  const paid = asOwn(completed(live, challengeId), () => pay(challengeId, userId));
  awarding = Promise.allSettled([awarding, paid]);
  try {
    const newPoints = await paid;
    await queryClient.invalidateQueries({ queryKey });
    return newPoints;
  } catch (thrown) {
    // Another admin may have awarded it, or the answer was lost.
    void queryClient.invalidateQueries({ queryKey });
    throw thrown;
  }
}

function completed(challenges: readonly Challenge[], id: string): readonly Challenge[] {
  return challenges.map((one) => (one.id === id ? { ...one, completed: true } : one));
}

async function pay(challengeId: string, userId: string): Promise<number> {
  const params = { path: { id: challengeId } };
  const body = { userId };
  const path = "/api/admin/challenges/{id}/award";
  const { newPoints } = await answer(adminApi.POST(path, { params, body }));
  // The award completes the challenge, in the draft too.
  challengeList.drafts.changeBoth((challenges) => completed(challenges, challengeId));
  return newPoints;
}

/**
 * Has the list pushed to admins' pages only: what open pages do with an update is seen, and no member
 * notices (docs/decisions.md, F4).
 * @throws {CallFailure}
 */
export async function testLiveUpdate(): Promise<string> {
  return (await answer(adminApi.POST("/api/admin/challenges/test-update"))).message;
}
