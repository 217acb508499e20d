import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { answer } from "@/wire/http";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";
import { orders } from "./orders";

export type Grant = components["schemas"]["GlobalPoints"];
type GrantAnswer = components["schemas"]["GlobalPointsAnswer"];

type GrantState = {
  /** The job that pays everybody, until its end has been seen. */
  jobId: string | null;
};

/** Points for everybody that were confirmed in this window. A reload has to find the job again. */
export const useGrant = create<GrantState>()(
  persist((): GrantState => ({ jobId: null }), {
    name: "pointhouse.admin.grant",
    storage: createJSONStorage(() => sessionStorage),
  }),
);

/**
 * Gives everybody points. Large sites are paid by a job, which is followed from then on.
 * @throws {CallFailure}
 */
export async function giveEverybody(grant: Grant): Promise<GrantAnswer> {
  const given = await orders.give({ global: grant }, (headers) =>
    answer(adminApi.POST("/api/auth/admin/global-points", { body: grant, headers })),
  );
  if (!given.done) useGrant.setState({ jobId: given.jobId });
  return given;
}

/** The end of the job has been seen. */
export function forgetJob(): void {
  useGrant.setState({ jobId: null });
}
