import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { formatDay } from "@/ui/format/dates";
import { formatAge } from "@/ui/format/durations";
import { answer } from "@/wire/http";
import type { components } from "@/wire/schema";
import { serverNow } from "@/wire/server-clock";
import { makePasskey } from "./make-passkey";
import { canUsePasskeys } from "./passkeys";
import { type Account, reread, type SignIn } from "./queries";
import type { PartProps } from "./TwoStepCard";
import * as texts from "./texts/en";

type Passkey = SignIn["passkeys"][number];

export function PasskeysPart({ account, signIn, say, show }: PartProps) {
  const [dialog, setDialog] = useState<"add" | Passkey | null>(null);
  const canAdd = signIn.canHavePasskeys && canUsePasskeys();
  return (
    <section className="py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-60 text-sm">
          <h3 className="font-semibold">{texts.passkeys}</h3>
          <p className="mt-1 text-muted">{canAdd ? texts.passkeysLead : whyNot(signIn)}</p>
        </div>
        {canAdd && (
          <Button size="sm" onClick={() => setDialog("add")}>
            {texts.addPasskey}
          </Button>
        )}
      </div>
      {signIn.passkeys.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {signIn.passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onRemove={() => setDialog(passkey)} />
          ))}
        </ul>
      )}
      {dialog === "add" && (
        <Add
          account={account}
          onDone={(codes) => {
            setDialog(null);
            say(texts.passkeyAdded);
            show(codes);
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog !== null && dialog !== "add" && (
        <ConfirmDialog
          tone="danger"
          title={texts.removePasskeyTitle}
          text={texts.removePasskeyText(dialog.name)}
          confirm={texts.remove}
          onConfirm={async () => {
            const params = { path: { id: dialog.id } };
            await answer(account.calls.DELETE("/api/sign-in/passkeys/{id}", { params }));
            await reread(account);
            say(texts.passkeyRemoved);
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  );
}

/** Browsers have passkeys on pages with https alone, whatever the site's address is. */
function whyNot({ canHavePasskeys }: SignIn): string {
  if (!window.isSecureContext) return texts.notSecure;
  return canHavePasskeys ? texts.unsupported : texts.noAddress;
}

function Row({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, host, worksHere, addedAt, usedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60 text-sm">
        <p className="font-semibold break-words">{name}</p>
        <p className="mt-1 text-muted">
          {texts.added(formatDay(addedAt))}
          {" · "}
          {usedAt === null ? texts.neverUsed : texts.lastUsed(formatAge(usedAt, serverNow()))}
          {!worksHere && ` · ${texts.worksOnlyAt(host)}`}
        </p>
      </div>
      <Button size="sm" aria-label={texts.removeOf(name)} onClick={onRemove}>
        {texts.remove}
      </Button>
    </li>
  );
}

type AddProps = {
  account: Account;
  onDone: (codes: components["schemas"]["AddedFactor"]["recoveryCodes"]) => void;
  onClose: () => void;
};

function Add({ account, onDone, onClose }: AddProps) {
  const [name, setName] = useState("");
  const { failed, isBusy, submit, reset } = useSubmit({
    send: async () => {
      const { options } = await answer(account.calls.POST("/api/sign-in/passkeys/start"));
      const passkey = await makePasskey(options);
      return answer(account.calls.POST("/api/sign-in/passkeys", { body: { name, passkey } }));
    },
    onAnswer: ({ recoveryCodes }) => {
      onDone(recoveryCodes);
      void reread(account);
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={texts.addPasskeyTitle}
      description={texts.addPasskeyText}
    >
      <form
        noValidate
        className="mt-5 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") void submit(null);
        }}
      >
        <Field
          label={texts.passkeyName}
          maxLength={40}
          value={name}
          error={isBusy ? undefined : failed?.failure.message}
          onChange={(event) => {
            setName(event.target.value);
            reset();
          }}
        />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button onClick={onClose} disabled={isBusy}>
            {texts.cancel}
          </Button>
          <Button type="submit" tone="gold" busy={isBusy} disabled={name.trim() === ""}>
            {texts.goOn}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
