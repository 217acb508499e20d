import { MailCheck } from "lucide-react";
import { useMember } from "@/features/session/store";
import { Button } from "@/ui/Button";
import { formatCountdown } from "@/ui/format/durations";
import { BRIEF_MESSAGE_MS, Message, useMessage } from "@/ui/Message";
import { useConfirmation } from "./confirmation";
import * as texts from "./texts/confirmation.en";

type ConfirmEmailProps = {
  /** What the link is good for, before where it was sent. */
  reason: string;
  /** Welcome points; 0 = none. */
  welcomePoints?: number;
};

/** Tells a member to follow the link in the email, and sends it again. Drawn only where the site sends emails. */
export default function ConfirmEmail({ reason, welcomePoints = 0 }: ConfirmEmailProps) {
  const email = useMember()?.email ?? null;
  const { message, say } = useMessage(BRIEF_MESSAGE_MS);
  const { isBusy, secondsLeft, send } = useConfirmation(say);
  return (
    <div className="well rounded-md px-4 py-3.5 text-sm">
      <p className="font-semibold">{reason}</p>
      <p className="mt-0.5 text-muted [overflow-wrap:anywhere]">
        {email === null ? texts.linkSentNameless : texts.linkSent(email)}
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
        {secondsLeft > 0 ? texts.sendAgainIn(formatCountdown(secondsLeft)) : texts.sendAgain}
      </Button>
      <Message message={message} isBare className="mt-2" />
    </div>
  );
}
