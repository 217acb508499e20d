import type { SubmitFailure } from "@/data/use-submit";
import { createSubmitter, UNKNOWN_OUTCOME } from "@/wire/submit";
import * as texts from "./texts/en";

/**
 * Submits the admin's changes of points. Its keys outlive a session that the server ended: the same
 * admin logs in again.
 */
export const adminSubmitter = createSubmitter("admin.orders", () => "admin");

/** The message after a change of points that failed, and more about it. */
export function pointsFailureTexts({
  failure: { said, status },
  isUnknown,
}: SubmitFailure<unknown>): [text: string, detail?: string] {
  const text =
    said !== null && status < 500
      ? texts.failedUpdatePoints(said)
      : texts.errorUpdatingPointsPlease;
  return isUnknown ? [text, UNKNOWN_OUTCOME] : [text];
}
