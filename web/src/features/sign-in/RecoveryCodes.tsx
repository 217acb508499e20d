import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { Button } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Dialog } from "@/ui/Dialog";
import { answer } from "@/wire/http";
import { reread } from "./queries";
import type { PartProps } from "./TwoStepCard";
import * as texts from "./texts/en";

export function CodesPart({ account, signIn, show }: PartProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60 text-sm">
        <h3 className="font-semibold">{texts.recoveryCodes}</h3>
        <p className="mt-1 text-muted">
          {texts.codesLead} {texts.codesLeft(signIn.recoveryCodes)}
        </p>
      </div>
      <Button size="sm" onClick={() => setAsking(true)}>
        {texts.newCodes}
      </Button>
      {isAsking && (
        <ConfirmDialog
          tone="danger"
          title={texts.newCodesTitle}
          text={texts.newCodesText}
          confirm={texts.newCodes}
          onConfirm={async () => {
            const { recoveryCodes } = await answer(
              account.calls.POST("/api/sign-in/recovery-codes"),
            );
            show(recoveryCodes);
            void reread(account);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

/** Shows new codes once. It closes with its button alone, because they are never shown again. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      mustAnswer
      onOpenChange={() => undefined}
      title={texts.keepTitle}
      description={texts.keepText}
      actions={
        <>
          <CopyButton text={codes.join("\n")} what={texts.theCodes} labelled />
          <Button tone="gold" onClick={onClose}>
            {texts.kept}
          </Button>
        </>
      }
    >
      <ul className="well mt-5 grid grid-cols-2 gap-x-6 gap-y-2 rounded-md p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
