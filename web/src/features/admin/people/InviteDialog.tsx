import { useEffect, useRef, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Field } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { Select } from "@/ui/Select";
import { ChangeFailure } from "../shell/ChangeFailure";
import { FormDialog } from "../shell/FormDialog";
import { type InvitedRole, invite, type NewInvitation } from "./queries";
import { roleChoices } from "./roles";
import * as texts from "./texts/en";

/** Asks whom to invite, and then shows the link, this once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<InvitedRole>("moderator");
  const { answer, failed, isBusy, submit, reset } = useSubmit({ send: invite });
  if (answer !== null) return <LinkDialog invited={answer} onClose={onClose} />;
  const failure = isBusy ? undefined : failed?.failure;
  const taken = failure?.error === "name_taken" ? failure.message : undefined;
  const error = failure?.fields.name ?? taken;
  return (
    <FormDialog
      title={texts.inviteTitle}
      description={texts.inviteText}
      isDirty={name !== ""}
      isBusy={isBusy}
      onClose={onClose}
    >
      {(leave) => (
        <form
          noValidate
          className="mt-5 flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== "") void submit({ name, role });
          }}
        >
          <Field
            label={texts.name}
            autoComplete="off"
            maxLength={40}
            value={name}
            hint={texts.nameHint}
            error={error}
            onChange={(event) => {
              setName(event.target.value);
              reset();
            }}
          />
          <div>
            <Select
              label={texts.role}
              options={roleChoices}
              value={role}
              onValueChange={setRole}
              disabled={isBusy}
            />
            <p className="mt-1.5 text-sm text-muted">{texts.roleHints[role]}</p>
          </div>
          {failure !== undefined && error === undefined && (
            <Notice tone="error">
              <ChangeFailure failure={failure} />
            </Notice>
          )}
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button onClick={leave} disabled={isBusy}>
              {texts.cancel}
            </Button>
            <Button type="submit" tone="gold" busy={isBusy} disabled={name.trim() === ""}>
              {texts.createLink}
            </Button>
          </div>
        </form>
      )}
    </FormDialog>
  );
}

/** The link of a new invitation, which no other page can show again. */
function LinkDialog({ invited, onClose }: { invited: NewInvitation; onClose: () => void }) {
  const { code, invitation } = invited;
  const address = `${window.location.origin}/admin/join#${code}`;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <FormDialog
      title={texts.linkTitle(invitation.name)}
      description={texts.linkText}
      isDirty={false}
      onClose={onClose}
    >
      {() => (
        <>
          <Field
            ref={field}
            label={texts.link}
            readOnly
            value={address}
            className="mt-5"
            onFocus={(event) => event.target.select()}
            suffix={<CopyButton text={address} what={texts.copyWhat} labelled />}
          />
          <div className="mt-6 flex justify-end">
            <Button tone="gold" onClick={onClose}>
              {texts.done}
            </Button>
          </div>
        </>
      )}
    </FormDialog>
  );
}
