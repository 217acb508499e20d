import { ConfirmDialog } from "@/data/ConfirmDialog";
import { answer } from "@/wire/http";
import { adminApi } from "../session/actions";
import type { Account } from "./model";
import { keepAccount } from "./queries";
import * as texts from "./texts/en";

type SessionsDialogProps = {
  account: Account;
  onClose: () => void;
  onDone: (text: string) => void;
};

/** Asks before a member is signed out on every device. */
export function SessionsDialog({ account, onClose, onDone }: SessionsDialogProps) {
  const { id, username } = account;
  const end = async () => {
    const params = { path: { id } };
    const done = await answer(adminApi.POST("/api/admin/accounts/{id}/sign-out", { params }));
    keepAccount(id, done.user);
    onDone(done.message);
  };
  return (
    <ConfirmDialog
      title={texts.endAllSessions(username)}
      text={texts.theySignedOutEvery}
      confirm={texts.endSessionsText}
      tone="danger"
      onConfirm={end}
      onClose={onClose}
    />
  );
}
