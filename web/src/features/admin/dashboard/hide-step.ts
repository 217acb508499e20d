import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { adminApi } from "../session/actions";
import { type FirstStep, firstStepsQuery } from "../status/first-steps";

/** Hides a first step for everybody in the panel, or shows it again. */
export async function hideStep(id: FirstStep["id"], hidden: boolean): Promise<void> {
  await answer(adminApi.PUT("/api/admin/first-steps", { body: { id, hidden } }));
  await queryClient.invalidateQueries(firstStepsQuery);
}
