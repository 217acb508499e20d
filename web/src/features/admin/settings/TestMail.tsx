import { Send } from "lucide-react";
import { useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { ChangeFailure } from "../shell/ChangeFailure";
import { Group } from "./fields/Group";
import { useForm } from "./form";
import { sendTestMail } from "./queries";
import { mail as texts } from "./texts/sections.en";
import { isSame } from "./values";

/** Sends an email with the saved settings, and says what happened. */
export function TestMail() {
  const { values, saved } = useForm();
  const [to, setTo] = useState("");
  const { answer, failed, isBusy, submit } = useSubmit({ send: sendTestMail });
  const send = () => {
    if (to.trim() !== "") void submit(to.trim());
  };
  return (
    <Group title={texts.test} lead={isSame(values, saved) ? texts.testLead : texts.testUnsaved}>
      <div className="flex max-w-xl flex-wrap items-end gap-3">
        <Field
          className="min-w-0 flex-1 basis-56"
          label={texts.testTo}
          type="email"
          value={to}
          onChange={(event) => setTo(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // Enter in a field would save the form around it.
            event.preventDefault();
            send();
          }}
          autoComplete="email"
        />
        <Button
          className="min-h-12"
          busy={isBusy}
          disabled={to.trim() === ""}
          onClick={send}
          icon={<Send aria-hidden="true" className="size-4" />}
        >
          {texts.sendTest}
        </Button>
      </div>
      {failed !== null && !isBusy && (
        <Notice tone="error">
          <ChangeFailure failure={failed.failure} />
        </Notice>
      )}
      {failed === null && answer !== null && !isBusy && (
        <Notice tone={answer.delivered ? "info" : "error"}>{answer.message}</Notice>
      )}
    </Group>
  );
}
