import { useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { toast } from "@/ui/toast";
import { ChangeFailure } from "../shell/ChangeFailure";
import { nameAccount } from "./queries";
import * as texts from "./texts/en";

/** Asks which member account is the person's own one. The answer is given once. */
export function OwnAccountForm() {
  const [username, setUsername] = useState("");
  const { failed, isBusy, submit, reset } = useSubmit({
    send: nameAccount,
    onAnswer: () => toast({ text: texts.accountSaved, tone: "success" }),
  });
  const failure = isBusy ? undefined : failed?.failure;
  const error = failure?.fields.username;
  return (
    <form
      noValidate
      aria-label={texts.ownAccount}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (username.trim() !== "") void submit(username);
      }}
    >
      <Field
        label={texts.ownUsername}
        autoComplete="off"
        maxLength={40}
        value={username}
        hint={texts.ownUsernameHint}
        error={error}
        onChange={(event) => {
          setUsername(event.target.value);
          reset();
        }}
      />
      {failure !== undefined && error === undefined && (
        <Notice tone="error">
          <ChangeFailure failure={failure} />
        </Notice>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button disabled={isBusy} onClick={() => void submit("")}>
          {texts.noAccount}
        </Button>
        <Button type="submit" tone="gold" busy={isBusy} disabled={username.trim() === ""}>
          {texts.saveAccount}
        </Button>
      </div>
    </form>
  );
}
