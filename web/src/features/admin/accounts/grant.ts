import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { answer } from "@/wire/http";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";
import { giveOrder, type OpenOrder, type OrderPlace } from "./order";

export type Grant = components["schemas"]["GlobalPoints"];
type GrantAnswer = components["schemas"]["GlobalPointsAnswer"];

type GrantState = {
  /** The job that pays everybody, until its end has been seen. */
  jobId: string | null;
  open: OpenOrder | null;
};

/**
 * Points for everybody that were confirmed in this window. Kept over a reload: a job has to be found
 * again, and an order without an answer must not be given under another key.
 */
export const useGrant = create<GrantState>()(
  persist((): GrantState => ({ jobId: null, open: null }), {
    name: "pointhouse.admin.grant",
    storage: createJSONStorage(() => sessionStorage),
  }),
);

const place: OrderPlace = {
  read: () => useGrant.getState().open,
  write: (open) => useGrant.setState({ open }),
};

/**
 * Gives everybody points. Large sites are paid by a job, which is followed from then on.
 * @throws {CallFailure}
 */
export async function giveEverybody(grant: Grant): Promise<GrantAnswer> {
  const given = await giveOrder(place, grant, (headers) =>
    answer(adminApi.POST("/api/auth/admin/global-points", { body: grant, headers })),
  );
  if (!given.done) useGrant.setState({ jobId: given.jobId });
  return given;
}

/** The end of the job has been seen. */
export function forgetJob(): void {
  useGrant.setState({ jobId: null });
}
