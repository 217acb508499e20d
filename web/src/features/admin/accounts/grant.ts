import { create } from "zustand";
import { answer } from "@/wire/http";
import type { components } from "@/wire/schema";
import { parseText, stored } from "@/wire/storage";
import { adminApi } from "../session/actions";
import { adminSubmitter } from "./submitter";

export type Grant = components["schemas"]["GlobalPoints"];
type GrantAnswer = components["schemas"]["GlobalPointsAnswer"];

const storedJob = stored({
  name: "admin.grant",
  version: 2,
  area: "session",
  format: "text",
  parse: parseText,
  upgrade: upgradeJob,
});

/** The job that pays every member, until its end has been seen in this window. A reload has to find it again. */
export const useGrantJob = create<string | null>(() => storedJob.read());

useGrantJob.subscribe((jobId) => storedJob.write(jobId));

/** Version 1 was JSON: `{"state":{"jobId":"7"}}`. */
function upgradeJob(text: unknown): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape is checked here
  const value = JSON.parse(String(text)) as { state?: { jobId?: unknown } } | null;
  return value?.state?.jobId;
}

/**
 * Gives everyone points. Large sites are paid by a job, which is followed from then on.
 * @throws {CallFailure}
 */
export async function giveEveryone(grant: Grant): Promise<GrantAnswer> {
  const given = await adminSubmitter.submit({ global: grant }, (headers) =>
    answer(adminApi.POST("/api/auth/admin/global-points", { body: grant, headers })),
  );
  if (!given.done) useGrantJob.setState(given.jobId, true);
  return given;
}

/** The end of the job has been seen. */
export function forgetJob(): void {
  useGrantJob.setState(null, true);
}
