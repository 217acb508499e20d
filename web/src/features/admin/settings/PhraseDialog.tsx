import { type FormEvent, useState } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import * as texts from "./texts/en";

type PhraseDialogProps = {
  /** Why the server wants the change confirmed, and by what. */
  message: string;
  isBusy: boolean;
  /** What was typed is not what the server wants. */
  isWrong: boolean;
  onConfirm: (phrase: string) => void;
  onClose: () => void;
};

/** Asks for the phrase that confirms a change. */
export function PhraseDialog(props: PhraseDialogProps) {
  const { message, isBusy, isWrong, onConfirm, onClose } = props;
  const [phrase, setPhrase] = useState("");
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    // A dialog is inside its form for React, wherever it is drawn.
    event.stopPropagation();
    if (phrase.trim() !== "") onConfirm(phrase);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={texts.phraseTitle}
      description={texts.asSentence(message)}
    >
      <form onSubmit={confirm} className="mt-5 flex flex-col gap-6">
        <Field
          label={texts.phrase}
          value={phrase}
          onChange={(event) => setPhrase(event.target.value)}
          error={isWrong ? texts.phraseWrong : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={onClose} disabled={isBusy}>
            {texts.cancel}
          </Button>
          <Button tone="danger" type="submit" busy={isBusy} disabled={phrase.trim() === ""}>
            {texts.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
