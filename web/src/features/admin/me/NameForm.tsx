import { useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Field } from "@/ui/Field";
import { BRIEF_MESSAGE_MS, Message, useMessage } from "@/ui/Message";
import { useUnsavedChanges } from "../session/unsaved";
import { failureTexts } from "../shell/failure-texts";
import { rename } from "./queries";
import * as texts from "./texts/en";

export function NameForm({ name }: { name: string }) {
  // Null until something is typed: then the field follows the name on the server.
  const [typed, setTyped] = useState<string | null>(null);
  const { message, say } = useMessage(BRIEF_MESSAGE_MS);
  const { failed, isBusy, submit, reset } = useSubmit({
    send: rename,
    onAnswer: () => {
      setTyped(null);
      say("success", texts.nameSaved);
    },
    onFailure: ({ failure }) => {
      if (failure.fields.name === undefined && failure.error !== "name_taken")
        say("error", ...failureTexts(failure));
    },
  });
  const text = typed ?? name;
  const isDirty = text.trim() !== name;
  useUnsavedChanges(isDirty);
  const taken = failed?.failure.error === "name_taken" ? failed.failure.message : undefined;
  return (
    <Card className="p-5 sm:p-6">
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isDirty) void submit(text);
        }}
      >
        <Field
          label={texts.name}
          autoComplete="username"
          maxLength={40}
          value={text}
          hint={texts.nameHint}
          error={isBusy ? undefined : (failed?.failure.fields.name ?? taken)}
          onChange={(event) => {
            setTyped(event.target.value);
            reset();
          }}
        />
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-4">
          <Message message={message} isBare className="min-w-0 flex-1" />
          <Button type="submit" busy={isBusy} disabled={!isDirty} className="ml-auto">
            {texts.saveName}
          </Button>
        </div>
      </form>
    </Card>
  );
}
