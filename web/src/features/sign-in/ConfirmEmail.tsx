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
 * Asks a member to confirm the email, and sends the link. It doesn't say that an email was sent before:
 * the address may be new, or older than the site's mail. Rendered only where the site sends emails.
 */
export default function ConfirmEmail({ reason, welcomePoints = 0 }: ConfirmEmailProps) {
  const email = useMember()?.email ?? null;
  const { message, say } = useMessage(BRIEF_MESSAGE_MS);
  const { isBusy, secondsLeft, send } = useConfirmation(say);
  return (
    <div className="well rounded-md px-4 py-3.5 text-sm">
      <p className="font-semibold">{reason}</p>
      <p className="mt-0.5 text-muted [overflow-wrap:anywhere]">
        {email === null ? texts.confirmByLinkNameless : texts.confirmByLink(email)}
        {welcomePoints > 0 && ` ${texts.welcome(welcomePoints)}`}
      </p>
      <Button
        size="sm"
        className="mt-3"
        icon={<MailCheck aria-hidden="true" className="size-4.5" />}
        busy={isBusy}
        disabled={secondsLeft > 0}
        onClick={send}
      >
        {secondsLeft > 0 ? texts.sendAgainIn(formatCountdown(secondsLeft)) : texts.sendLink}
      </Button>
      <Message message={message} isBare className="mt-2" />
    </div>
  );
}
