import type { CallFailure } from "@/wire/failure";
import { isChangeUnknown, UNKNOWN_CHANGE } from "@/wire/submit";

/** The message after a change without an idempotency key that failed, and more about it. */
export function failureTexts(failure: CallFailure): [text: string, detail?: string] {
  return isChangeUnknown(failure) ? [failure.message, UNKNOWN_CHANGE] : [failure.message];
}
