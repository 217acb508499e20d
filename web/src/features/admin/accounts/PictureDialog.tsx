import { ConfirmDialog } from "@/data/ConfirmDialog";
import { answer } from "@/wire/http";
import { adminApi } from "../session/actions";
import type { Account } from "./model";
import { keepAccount } from "./queries";
import * as texts from "./texts/en";

type PictureDialogProps = { account: Account; onClose: () => void; onDone: (text: string) => void };

/** Asks before a member's picture is removed. */
export function PictureDialog({ account, onClose, onDone }: PictureDialogProps) {
  const { id, username } = account;
  const remove = async () => {
    const params = { path: { id } };
    const done = await answer(adminApi.DELETE("/api/admin/accounts/{id}/picture", { params }));
    keepAccount(id, done.user);
    onDone(done.message);
  };
  return (
    <ConfirmDialog
      title={texts.removePictureText(username)}
      text={texts.disappearsEverywhereRightAway}
      confirm={texts.removePictureConfirm}
      tone="danger"
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
