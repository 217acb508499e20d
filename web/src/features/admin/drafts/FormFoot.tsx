import type { ReactNode } from "react";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import * as texts from "./texts/en";

type FormFootProps = {
  /** Why the form was not saved. */
  refusal: string | null;
  submit: ReactNode;
  /** Something that belongs to the form is still on its way. */
  busy?: boolean;
  onCancel: () => void;
};

/** The end of a long form in a dialog: it stays in sight while the fields scroll. */
export function FormFoot({ refusal, submit, busy = false, onCancel }: FormFootProps) {
  return (
    <div className="sticky -bottom-6 -mx-6 mt-6 -mb-6 border-t border-line bg-ink-850 px-6 py-4 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8">
      {refusal !== null && (
        <Notice tone="error" className="mb-4">
          {refusal}
        </Notice>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button tone="gold" type="submit" busy={busy}>
          {submit}
        </Button>
      </div>
    </div>
  );
}
