import type { ReactNode } from "react";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import * as texts from "./texts/en";

type FootProps = {
  /** Why it could not be saved. */
  refusal: string | null;
  busy: boolean;
  onCancel: () => void;
  /** What the button says that leaves. */
  cancel?: string;
  /** What the button says that saves it. */
  children: ReactNode;
};

/** The end of a form in a dialog. */
export function Foot({ refusal, busy, onCancel, cancel = texts.cancel, children }: FootProps) {
  return (
    <>
      {refusal !== null && (
        <Notice tone="error" className="mt-5">
          {refusal}
        </Notice>
      )}
      <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button onClick={onCancel} disabled={busy}>
          {cancel}
        </Button>
        <Button type="submit" tone="gold" busy={busy}>
          {children}
        </Button>
      </div>
    </>
  );
}
