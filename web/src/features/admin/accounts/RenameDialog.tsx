import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useForm } from "react-hook-form";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { answer } from "@/wire/http";
import { adminApi } from "../session/actions";
import { ChangeFailure } from "../shell/ChangeFailure";
import type { Account } from "./model";
import { keepAccount } from "./queries";
import * as texts from "./texts/en";
import { type RenameForm, renameSchema } from "./validation";

type RenameDialogProps = { account: Account; onClose: () => void; onDone: (text: string) => void };

/** Gives a member another name, by the rules of the sign-up. */
export function RenameDialog({ account, onClose, onDone }: RenameDialogProps) {
  const { id, username } = account;
  const form = useForm<RenameForm>({
    resolver: standardSchemaResolver(renameSchema),
    mode: "onSubmit",
    reValidateMode: "onChange",
    defaultValues: { username: "" },
  });
  const { failed, isBusy, submit } = useSubmit({
    send: (body: RenameForm) =>
      answer(adminApi.PUT("/api/admin/accounts/{id}/username", { params: { path: { id } }, body })),
    onAnswer: ({ user, message }) => {
      keepAccount(id, user);
      onDone(message);
    },
  });
  const onSubmit = form.handleSubmit(async (typed) => void (await submit(typed)));
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={texts.renameText(username)}
      description={texts.newNameShowsEverywhere}
    >
      <form noValidate onSubmit={(event) => void onSubmit(event)}>
        <Field
          label={texts.newUsername}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={texts.usernameHint}
          className="mt-5"
          error={form.formState.errors.username?.message}
          {...form.register("username")}
        />
        {failed !== null && !isBusy && (
          <Notice tone="error" className="mt-5">
            <ChangeFailure failure={failed.failure} />
          </Notice>
        )}
        <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={onClose} disabled={isBusy}>
            {texts.cancel}
          </Button>
          <Button type="submit" tone="danger" busy={isBusy}>
            {texts.renameConfirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
