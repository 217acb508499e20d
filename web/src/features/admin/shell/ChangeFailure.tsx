import { UnknownOutcome } from "@/data/UnknownOutcome";
import type { CallFailure } from "@/wire/failure";
import { isChangeUnknown } from "@/wire/submit";

/** Why a change without an idempotency key failed, and whether it may have been made all the same. */
export function ChangeFailure({ failure }: { failure: CallFailure }) {
  return (
    <>
      {failure.message}
      {isChangeUnknown(failure) && <UnknownOutcome isRepeatable={false} className="mt-1" />}
    </>
  );
}
