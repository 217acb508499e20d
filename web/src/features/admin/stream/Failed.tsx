import type { SubmitFailure } from "@/data/use-submit";
import { Notice } from "@/ui/Notice";
import { ChangeFailure } from "../shell/ChangeFailure";

type FailedProps = {
  failed: SubmitFailure<unknown> | null;
  /** What it was about, where the place does not say it. */
  of?: string;
};

/** Why the last change of a part failed; nothing after one that did not. */
export function Failed({ failed, of }: FailedProps) {
  if (failed === null) return null;
  return (
    <Notice tone="error">
      {of !== undefined && <strong className="block font-semibold">{of}</strong>}
      <ChangeFailure failure={failed.failure} />
    </Notice>
  );
}
