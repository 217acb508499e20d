import { ConfirmDialog } from "@/data/ConfirmDialog";
import { answer } from "@/wire/http";
import { adminApi } from "../session/actions";
import type { Account } from "./model";
import * as texts from "./texts/en";

type FactorsDialogProps = {
  account: Account;
  onClose: () => void;
  onDone: (text: string) => void;
};

/** Asks before the second factors of a member who has lost them are removed. */
export function FactorsDialog({ account, onClose, onDone }: FactorsDialogProps) {
  const { id, username } = account;
  const remove = async () => {
    const params = { path: { id } };
    await answer(adminApi.DELETE("/api/admin/accounts/{id}/second-factor", { params }));
    onDone(texts.factorsRemoved(username));
  };
  return (
    <ConfirmDialog
      title={texts.removeFactorsOf(username)}
      text={texts.removeFactorsText}
      confirm={texts.removeFactorsConfirm}
      tone="danger"
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
