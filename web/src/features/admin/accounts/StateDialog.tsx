import { answer } from "@/wire/http";
import { adminApi } from "../session/actions";
import { ConfirmDialog } from "../shell/ConfirmDialog";
import type { Account } from "./model";
import { keepAccount } from "./queries";

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
      title={isActive ? `Deactivate ${username}?` : `Activate ${username}?`}
      text={
        isActive
          ? "They can still log in and look around. Bets, claims, tickets and purchases are refused with “Your account is inactive” until you activate the account again. Their points stay."
          : "They can bet, claim, enter giveaways and buy again, with the points they have."
      }
      confirm={isActive ? "Deactivate" : "Activate"}
      tone={isActive ? "danger" : "gold"}
      onConfirm={change}
      onClose={onClose}
    />
  );
}
