import { BadgeCheck, CircleAlert, MailCheck } from "lucide-react";
import { type RefObject, Suspense, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Member } from "@/features/session/store";
import { useConfirmation } from "@/features/sign-in/confirmation";
import { confirmSentNameless } from "@/features/sign-in/texts/confirmation.en";
import { useSite, useWelcomePoints } from "@/features/site/queries";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { formatCountdown } from "@/ui/format/durations";
import { lazyPart } from "@/ui/lazy-part";
import { BRIEF_MESSAGE_MS, Message, type Say, useMessage } from "@/ui/Message";
import { LoadingForm } from "./Section";
import * as texts from "./texts/en";

const EmailForm = lazyPart(() => import("./EmailForm"));

/** The address: read-only once it is verified; before that it can be verified or put right. */
export function EmailPart({ member }: { member: Member }) {
  const [isEditing, setEditing] = useState(false);
  const { message, say } = useMessage(BRIEF_MESSAGE_MS);
  const isOpen = isEditing && !member.emailVerified;
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    // At once, so that the button that opened the form is there again to take the focus back.
    flushSync(() => setEditing(false));
    opener.current?.focus();
  };
  return (
    <div className="mt-4 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p id="account-email" className="text-sm font-medium">
          {texts.email}
        </p>
        <VerifiedBadge isVerified={member.emailVerified} />
      </div>
      {isOpen ? (
        <Suspense fallback={<LoadingForm fields={2} />}>
          <EmailForm
            member={member}
            onCancel={close}
            onSaved={() => {
              close();
              say("success", texts.profileSaved);
            }}
          />
        </Suspense>
      ) : (
        <>
          <p aria-labelledby="account-email" className="mt-1 min-h-6 [overflow-wrap:anywhere]">
            {member.email}
          </p>
          {!member.emailVerified && (
            <Verification
              isSent={(member.confirmationSentAt ?? null) !== null}
              say={say}
              opener={opener}
              onEdit={() => setEditing(true)}
            />
          )}
        </>
      )}
      <Message message={message} isBare className="mt-2" />
    </div>
  );
}

function VerifiedBadge({ isVerified }: { isVerified: boolean }) {
  return isVerified ? (
    <Badge tone="win">
      <BadgeCheck aria-hidden="true" className="size-3.5" />
      {texts.verified}
    </Badge>
  ) : (
    <Badge>
      <CircleAlert aria-hidden="true" className="size-3.5" />
      {texts.unverified}
    </Badge>
  );
}

type VerificationProps = {
  /** Whether an email was sent whose link works. */
  isSent: boolean;
  say: Say;
  opener: RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
};

function Verification({ isSent, say, opener, onEdit }: VerificationProps) {
  const needsEmail = useSite()?.features.verifiedEmailRequired === true;
  const welcomePoints = useWelcomePoints();
  const { hasMail, isBusy, secondsLeft, send } = useConfirmation(say);
  const isWaiting = secondsLeft > 0;
  const againIn = hasMail ? texts.sendAgainIn : texts.requestAgainIn;
  return (
    <>
      <div className="mt-1 text-sm text-muted">
        {welcomePoints > 0 && (
          <p className="font-semibold text-text">{texts.welcome(welcomePoints)}</p>
        )}
        {isSent && <p>{confirmSentNameless}</p>}
        {needsEmail && <p>{texts.verifiedEmailHint}</p>}
        {!hasMail && <p>{texts.noMail}</p>}
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          size="sm"
          icon={<MailCheck aria-hidden="true" className="size-4.5" />}
          busy={isBusy}
          disabled={isWaiting}
          onClick={send}
        >
          {isWaiting
            ? againIn(formatCountdown(secondsLeft))
            : hasMail
              ? texts.sendVerification
              : texts.requestLink}
        </Button>
        <Button ref={opener} size="sm" tone="ghost" onClick={onEdit}>
          {texts.changeEmail}
        </Button>
      </div>
    </>
  );
}
