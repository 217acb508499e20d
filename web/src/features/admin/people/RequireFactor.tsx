import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Notice } from "@/ui/Notice";
import { requireSecondFactor } from "./queries";
import * as texts from "./texts/en";

type RequireFactorProps = {
  isRequired: boolean;
  /** An owner without a second factor can't require one of others. */
  ownerHasOne: boolean;
  onDone: (text: string) => void;
};

/** Whether everyone in the panel needs a second factor. */
export function RequireFactor({ isRequired, ownerHasOne, onDone }: RequireFactorProps) {
  const [isAsking, setAsking] = useState(false);
  const { failed, isBusy, submit } = useSubmit({
    send: requireSecondFactor,
    onAnswer: (_, required) => onDone(required ? texts.isRequired : texts.isOptional),
  });
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
      <div className="min-w-0 flex-1 basis-80">
        <h2 className="text-lg">{texts.requireTitle}</h2>
        <p className="mt-1 text-sm text-muted">{texts.requireText}</p>
        {!ownerHasOne && !isRequired && (
          <p className="mt-1 text-sm">
            <Link to="/admin/me" className="underline underline-offset-4">
              {texts.ownerFirst}
            </Link>
          </p>
        )}
      </div>
      <Button
        busy={isBusy}
        disabled={!ownerHasOne && !isRequired}
        onClick={() => (isRequired ? void submit(false) : setAsking(true))}
      >
        {isRequired ? texts.makeOptional : texts.require}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={texts.requireQuestion}
          text={texts.requireText}
          confirm={texts.require}
          onConfirm={async () => {
            await requireSecondFactor(true);
            onDone(texts.isRequired);
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {failed !== null && !isBusy && (
        <Notice tone="error" className="w-full">
          {failed.failure.message}
        </Notice>
      )}
    </Card>
  );
}
