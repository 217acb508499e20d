import { MailCheck } from "lucide-react";
import { useMember } from "@/features/session/store";
import { Button } from "@/ui/Button";
import { formatCountdown } from "@/ui/format/durations";
import { BRIEF_MESSAGE_MS, Message, useMessage } from "@/ui/Message";
import { useConfirmation } from "./confirmation";
import * as texts from "./texts/confirmation.en";

type ConfirmEmailProps = {
  /** What the link is good for, shown before the address. */
  reason: string;
  /** Welcome points; 0 = none. */
  welcomePoints?: number;
};

/**
 * Asks a member to confirm the email: says that the link was sent, or sends it. None was sent to an address that is older
 * than the site's mail or new, or its link has expired. Rendered only where the site sends emails.
 */
export default function ConfirmEmail({ reason, welcomePoints = 0 }: ConfirmEmailProps) {
  const member = useMember();
  const email = member?.email ?? null;
  const isSent = (member?.confirmationSentAt ?? null) !== null;
  const { message, say } = useMessage(BRIEF_MESSAGE_MS);
  const { isBusy, secondsLeft, send } = useConfirmation(say);
  return (
    <div className="well rounded-md px-4 py-3.5 text-sm">
      <p className="font-semibold">{reason}</p>
      <p className="mt-0.5 text-muted [overflow-wrap:anywhere]">
        {textOf(email, isSent)}
        {welcomePoints > 0 && ` ${texts.welcome(welcomePoints)}`}
        {isSent && ` ${texts.notThere}`}
      </p>
      <Button
        size="sm"
        className="mt-3"
        icon={<MailCheck aria-hidden="true" className="size-4.5" />}
        busy={isBusy}
        disabled={secondsLeft > 0}
        onClick={send}
      >
        {secondsLeft > 0
          ? texts.sendAgainIn(formatCountdown(secondsLeft))
          : isSent
            ? texts.sendAgain
            : texts.sendLink}
      </Button>
      <Message message={message} isBare className="mt-2" />
    </div>
  );
}

function textOf(email: string | null, isSent: boolean): string {
  if (isSent) return email === null ? texts.confirmSentNameless : texts.confirmSent(email);
  return email === null ? texts.confirmByLinkNameless : texts.confirmByLink(email);
}
