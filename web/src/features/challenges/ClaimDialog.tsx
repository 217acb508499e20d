import { CircleCheck, ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { useMember } from "@/features/session/store";
import { useSite } from "@/features/site/queries";
import { Button, buttonClass } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { Dialog } from "@/ui/Dialog";
import { type Challenge, rewardText } from "./model";
import * as texts from "./texts/en";

type ClaimDialogProps = { challenge: Challenge; onClose: () => void };

/** How a challenge is claimed, or that it has been done. */
export default function ClaimDialog({ challenge, onClose }: ClaimDialogProps) {
  return challenge.completed ? (
    <CompletedDialog challenge={challenge} onClose={onClose} />
  ) : (
    <OpenDialog challenge={challenge} onClose={onClose} />
  );
}

function CompletedDialog({ challenge, onClose }: ClaimDialogProps) {
  const reward = rewardText(challenge);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      art={
        <span className="flex size-14 items-center justify-center rounded-full bg-win/12 text-win ring-1 ring-win/30 ring-inset animate-pop">
          <CircleCheck aria-hidden="true" className="size-7" />
        </span>
      }
      title={texts.dialogCompleted}
      description={texts.dialogCompletedText(
        <Strong>{challenge.title}</Strong>,
        `#${challenge.id}`,
        reward,
      )}
      actions={
        <Button tone="gold" onClick={onClose} className="max-sm:w-full">
          {texts.done}
        </Button>
      }
    />
  );
}

function OpenDialog({ challenge, onClose }: ClaimDialogProps) {
  const member = useMember();
  const site = useSite();
  const chat = site?.links.find((link) => link.kind === "discord");
  const reward = rewardText(challenge);
  const number = `#${challenge.id}`;
  const paysPoints = challenge.rewardPoints !== null && challenge.rewardPoints > 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={challenge.title}
      description={challenge.task === "" ? taskOf(challenge) : challenge.task}
      actions={
        <>
          <Button onClick={onClose}>{texts.close}</Button>
          {chat !== undefined && (
            <a href={chat.url} target="_blank" rel="noopener" className={buttonClass("gold")}>
              {texts.join(chat.label)}
              <ExternalLink aria-hidden="true" className="size-4" />
              <span className="sr-only">{texts.newTab}</span>
            </a>
          )}
        </>
      }
    >
      {challenge.description !== "" && (
        <p className="mt-3 text-sm whitespace-pre-line text-muted">{challenge.description}</p>
      )}
      <div className="well mt-5 rounded-md px-4 py-1">
        {reward !== "" && (
          <Line term={texts.reward}>
            <span className="pr-1 text-gold-300">{reward}</span>
          </Line>
        )}
        <Line term={texts.challengeNumber}>
          {number}
          <span className="-mr-3">
            <CopyButton text={number} what={texts.challengeNumberCopied} />
          </span>
        </Line>
      </div>
      <h3 className="mt-6 text-base">{texts.howToClaim}</h3>
      <ol className="mt-3 flex flex-col gap-3 text-sm text-muted">
        <Step number={1}>
          {chat !== undefined
            ? texts.stepTicket(chat.label)
            : site === undefined
              ? texts.stepTicketNoServer
              : texts.stepTicketAsk}
        </Step>
        <Step number={2}>
          {paysPoints && member !== null
            ? texts.stepNumberAndAccount(
                <Strong>{number}</Strong>,
                <Strong>{member.account_id}</Strong>,
              )
            : texts.stepNumber(<Strong>{number}</Strong>)}
        </Step>
        <Step number={3}>
          {texts.stepWait((text) => (
            <Strong>{text}</Strong>
          ))}
        </Step>
      </ol>
    </Dialog>
  );
}

/** The task, made of the card's facts when the streamer wrote none. */
function taskOf({ multiplier, minBet, provider }: Challenge): string {
  return texts.task(multiplier, minBet, provider);
}

function Strong({ children }: { children: ReactNode }) {
  return <strong className="text-text">{children}</strong>;
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-4 not-first:border-t not-first:border-line">
      <span className="text-sm text-muted">{term}</span>
      <span className="flex min-w-0 items-center gap-1 text-right font-display font-bold">
        {children}
      </span>
    </div>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="mt-px flex size-5.5 shrink-0 items-center justify-center rounded-full bg-ink-700 text-xs font-bold text-text"
      >
        {number}
      </span>
      <span>{children}</span>
    </li>
  );
}
