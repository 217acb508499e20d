import { useState } from "react";
import { usernameRule } from "@/features/session/validation";
import { Field } from "@/ui/Field";
import { CallFailure } from "@/wire/failure";
import { answer } from "@/wire/http";
import { adminApi } from "../session/actions";
import { ConfirmDialog } from "../shell/ConfirmDialog";
import type { Account } from "./model";
import { keepAccount } from "./queries";
import * as texts from "./texts/en";

type RenameDialogProps = { account: Account; onClose: () => void; onDone: (text: string) => void };

const rule = usernameRule(texts.usernameMustLeast3);

/** Gives a member another name, by the rules of the sign-up. */
export function RenameDialog({ account, onClose, onDone }: RenameDialogProps) {
  const { id, username } = account;
  const [name, setName] = useState("");
  const rename = async () => {
    const checked = rule.safeParse(name);
    if (!checked.success) {
      const message = checked.error.issues[0]?.message ?? texts.pleaseEnterUsername;
      throw new CallFailure({ error: "validation", message, status: 400 });
    }
    const params = { path: { id } };
    const body = { username: checked.data };
    const call = adminApi.PUT("/api/admin/accounts/{id}/username", { params, body });
    const done = await answer(call);
    keepAccount(id, done.user);
    onDone(done.message);
  };
  return (
    <ConfirmDialog
      title={texts.renameText(username)}
      text={texts.newNameShowsEverywhere}
      confirm={texts.renameConfirm}
      tone="danger"
      onConfirm={rename}
      onClose={onClose}
    >
      <Field
        label={texts.newUsername}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={texts.usernameHint}
        className="mt-5"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </ConfirmDialog>
  );
}
