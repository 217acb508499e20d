import { useState } from "react";
import { usernameRule } from "@/features/session/validation";
import { Field } from "@/ui/Field";
import { CallFailure } from "@/wire/failure";
import { answer } from "@/wire/http";
import { adminApi } from "../session/actions";
import { ConfirmDialog } from "../shell/ConfirmDialog";
import type { Account } from "./model";
import { keepAccount } from "./queries";

type RenameDialogProps = { account: Account; onClose: () => void; onDone: (text: string) => void };

const rule = usernameRule("Username must be at least 3 characters long");

/** Gives a member another name, by the rules of the sign-up. */
export function RenameDialog({ account, onClose, onDone }: RenameDialogProps) {
  const { id, username } = account;
  const [name, setName] = useState("");
  const rename = async () => {
    const checked = rule.safeParse(name);
    if (!checked.success) {
      const message = checked.error.issues[0]?.message ?? "Please enter a username";
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
      title={`Rename ${username}?`}
      text="The new name shows everywhere right away. The old one becomes free for others."
      confirm="Rename"
      tone="danger"
      onConfirm={rename}
      onClose={onClose}
    >
      <Field
        label="New username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="3 to 24 letters, numbers or underscores."
        className="mt-5"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </ConfirmDialog>
  );
}
