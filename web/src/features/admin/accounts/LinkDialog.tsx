import { KeyRound, MailCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Dialog } from "@/ui/Dialog";
import { formatMoment } from "@/ui/format/dates";
import { Message, useMessage } from "@/ui/Message";
import { Notice } from "@/ui/Notice";
import { answer } from "@/wire/http";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";
import type { Account } from "./model";
import * as texts from "./texts/en";

type Kind = components["schemas"]["LinkOrder"]["kind"];
type Made = components["schemas"]["OneTimeLink"] & { kind: Kind };

/** A link that does without mail, for an admin to hand over (docs/decisions.md, D4). */
export function LinkDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { message, say, hush } = useMessage();
  const {
    answer: made,
    isBusy,
    running,
    submit,
  } = useSubmit({
    send: async (kind: Kind): Promise<Made> => {
      hush();
      const params = { path: { id: account.id } };
      const call = adminApi.POST("/api/admin/accounts/{id}/link", { params, body: { kind } });
      return { ...(await answer(call)), kind };
    },
    onFailure: ({ failure }) => say("error", failure.message),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={made === null ? texts.oneTimeLink : linkTitles[made.kind]}
      description={
        made === null
          ? texts.handOverLink(account.username)
          : texts.sendToNoOneElse(account.username)
      }
      {...(made !== null && {
        actions: <Button onClick={onClose}>{texts.done}</Button>,
      })}
    >
      {made === null ? (
        <Kinds account={account} pending={running} onMake={(kind) => void submit(kind)} />
      ) : (
        <MadeLink made={made} />
      )}
      <Message message={message} className="mt-5" />
    </Dialog>
  );
}

const linkTitles: Record<Kind, string> = {
  verify: texts.verificationLink,
  reset: texts.passwordResetLink,
};

type KindsProps = { account: Account; pending: Kind | null; onMake: (kind: Kind) => void };

function Kinds({ account, pending, onMake }: KindsProps) {
  return (
    <div className="mt-6 flex flex-col gap-3">
      <Button
        size="lg"
        busy={pending === "verify"}
        disabled={account.emailVerified || pending !== null}
        onClick={() => onMake("verify")}
        icon={<MailCheck aria-hidden="true" className="size-5" />}
      >
        {texts.makeVerificationLink}
      </Button>
      {account.emailVerified && (
        <p className="-mt-1 text-center text-sm text-muted">{texts.emailVerifiedAlready}</p>
      )}
      <Button
        size="lg"
        busy={pending === "reset"}
        disabled={pending !== null}
        onClick={() => onMake("reset")}
        icon={<KeyRound aria-hidden="true" className="size-5" />}
      >
        {texts.makePasswordResetLink}
      </Button>
    </div>
  );
}

function MadeLink({ made }: { made: Made }) {
  const text = useRef<HTMLInputElement>(null);
  // The button that was pressed has made room for the link.
  useEffect(() => text.current?.select(), []);
  return (
    <div className="mt-5 flex flex-col gap-4">
      <div className="well flex items-center gap-1 rounded-md pr-1 focus-within:border-gold-400/70">
        <input
          ref={text}
          readOnly
          aria-label={linkTitles[made.kind]}
          value={made.link}
          onFocus={(event) => event.target.select()}
          className="min-h-12 min-w-0 flex-1 bg-transparent px-3.5 font-mono text-sm outline-none"
        />
        <CopyButton text={made.link} what={texts.linkCopied} labelled />
      </div>
      <Notice>
        {texts.worksOnceUntilShown(
          <time dateTime={made.expiresAt}>{formatMoment(made.expiresAt)}</time>,
        )}
      </Notice>
    </div>
  );
}
