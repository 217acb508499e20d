import { ConfirmDialog } from "@/data/ConfirmDialog";
import { answer } from "@/wire/http";
import { adminApi } from "../session/actions";
import type { Account } from "./model";
import { keepAccount } from "./queries";
import * as texts from "./texts/en";

type StateDialogProps = { account: Account; onClose: () => void; onDone: (text: string) => void };

/** Asks before an account is made inactive or active again (docs/decisions.md, A10). */
export function StateDialog({ account, onClose, onDone }: StateDialogProps) {
  const { id, isActive, username } = account;
  const change = async () => {
    const params = { path: { id } };
    const body = { isActive: !isActive };
    const done = await answer(adminApi.PUT("/api/admin/accounts/{id}", { params, body }));
    keepAccount(id, done.user);
    onDone(done.message);
  };
  return (
    <ConfirmDialog
      title={isActive ? texts.deactivateText(username) : texts.activateText(username)}
      text={isActive ? texts.theyCanStillLog : texts.theyCanBetClaim}
      confirm={isActive ? texts.deactivate : texts.activate}
      tone={isActive ? "danger" : "gold"}
      onConfirm={change}
      onClose={onClose}
    />
  );
}
