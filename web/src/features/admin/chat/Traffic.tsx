import { Fragment, type ReactNode } from "react";
import { Ago } from "@/ui/Ago";
import { Card } from "@/ui/Card";
import { formatPoints } from "@/ui/format/numbers";
import { Notice } from "@/ui/Notice";
import type { ChatStanding } from "./queries";
import * as texts from "./texts/en";
import { spanText } from "./words";

/** What has come from Kick, and why some of it was not taken. */
export function Events({ events, now }: { events: ChatStanding["events"]; now: string }) {
  const { signature, age, repeat, channel, shape } = events.refused;
  return (
    <Figures title={texts.events} lead={texts.eventsHint}>
      <Fact term={texts.lastOne}>
        <Ago at={events.lastAt} now={now} />
      </Fact>
      <Fact term={texts.accepted}>{formatPoints(events.accepted)}</Fact>
      <Fact term={texts.refusedSignature}>{formatPoints(signature)}</Fact>
      <Fact term={texts.refusedTooOld}>{formatPoints(age)}</Fact>
      <Fact term={texts.refusedAnotherChannel}>{formatPoints(channel)}</Fact>
      <Fact term={texts.refusedUnreadable}>{formatPoints(shape)}</Fact>
      <Fact term={texts.duplicates}>{formatPoints(repeat)}</Fact>
    </Figures>
  );
}

/** What the site has answered in the chat. */
export function Replies({ replies }: { replies: ChatStanding["replies"] }) {
  return (
    <Figures
      title={texts.replies}
      lead={texts.repliesHint}
      more={
        replies.lastError !== null && (
          <Notice className="mt-4 [overflow-wrap:anywhere]">
            {texts.lastError(replies.lastError)}
          </Notice>
        )
      }
    >
      <Fact term={texts.bot}>{formatPoints(replies.bot)}</Fact>
      <Fact term={texts.as}>{formatPoints(replies.user)}</Fact>
      <Fact term={texts.notSent}>{formatPoints(replies.failed)}</Fact>
    </Figures>
  );
}

/** What viewers can write, and what they get for writing. */
export function Commands({ state }: { state: ChatStanding }) {
  const { pointsForChatting, chattingWindowMinutes, chattingDailyMax } = state;
  const isPaid = pointsForChatting > 0;
  const isHeard = state.connected !== null && state.connectionError === null;
  const answers = isHeard ? texts.answered : texts.onceConnected;
  return (
    <Figures
      title={texts.commands}
      lead={texts.commandsHint}
      more={<CommandList words={state.words} />}
    >
      <Fact term={texts.commands}>{state.commands ? answers : texts.off}</Fact>
      <Fact term={texts.cooldown}>{spanText(state.cooldownSeconds)}</Fact>
      <Fact term={texts.confirmLink}>{spanText(state.verifyMinutes * 60)}</Fact>
      <Fact term={texts.signKick}>{state.signIn ? texts.on : texts.off}</Fact>
      <Fact term={texts.pointsChatting}>
        {isPaid ? formatPoints(pointsForChatting) : texts.off}
      </Fact>
      {isPaid && (
        <>
          <Fact term={texts.mostOnceEvery}>{spanText(chattingWindowMinutes * 60)}</Fact>
          <Fact term={texts.dailyMaximum}>{formatPoints(chattingDailyMax)}</Fact>
        </>
      )}
    </Figures>
  );
}

function CommandList({ words }: { words: ChatStanding["words"] }) {
  const all = [
    [words.verify, texts.asksMemberLinkChat],
    [words.unlink, texts.removesLinkWasMade],
    [words.points, texts.saysBalance],
    [words.active_rewards, texts.saysWhatCanClaimed],
  ] as const;
  return (
    <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
      {all
        .filter(([word]) => word !== "")
        .map(([word, about]) => (
          <Fragment key={word}>
            <dt className="font-mono text-text">{word}</dt>
            <dd className="text-muted">{about}</dd>
          </Fragment>
        ))}
    </dl>
  );
}

type FiguresProps = { title: string; lead: string; more?: ReactNode; children: ReactNode };

function Figures({ title, lead, more, children }: FiguresProps) {
  return (
    <Card className="p-5">
      <h2 className="text-lg">{title}</h2>
      <p className="mt-1 text-sm text-muted">{lead}</p>
      <dl className="mt-3 text-sm">{children}</dl>
      {more}
    </Card>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-6 border-b border-line py-2">
      <dt className="text-muted">{term}</dt>
      <dd className="text-right font-semibold">{children}</dd>
    </div>
  );
}
