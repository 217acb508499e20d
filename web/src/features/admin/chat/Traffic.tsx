import type { ReactNode } from "react";
import { Ago } from "@/ui/Ago";
import { Card } from "@/ui/Card";
import { formatPoints } from "@/ui/format/numbers";
import { Notice } from "@/ui/Notice";
import type { ChatStanding } from "./queries";
import { spanText } from "./words";

/** What has come from Kick, and why some of it was not taken. */
export function Events({ events, now }: { events: ChatStanding["events"]; now: string }) {
  const { signature, age, repeat, channel, shape } = events.refused;
  return (
    <Figures title="Events" lead="What has come from Kick since the start.">
      <Fact term="Last one">
        <Ago at={events.lastAt} now={now} />
      </Fact>
      <Fact term="Accepted">{formatPoints(events.accepted)}</Fact>
      <Fact term="Refused: signature">{formatPoints(signature)}</Fact>
      <Fact term="Refused: too old">{formatPoints(age)}</Fact>
      <Fact term="Refused: another channel">{formatPoints(channel)}</Fact>
      <Fact term="Refused: unreadable">{formatPoints(shape)}</Fact>
      <Fact term="Came twice">{formatPoints(repeat)}</Fact>
    </Figures>
  );
}

/** What the site has answered in the chat. */
export function Replies({ replies }: { replies: ChatStanding["replies"] }) {
  return (
    <Figures
      title="Replies"
      lead="What the site has answered in the chat."
      more={
        replies.lastError !== null && (
          <Notice className="mt-4 [overflow-wrap:anywhere]">Last error: {replies.lastError}</Notice>
        )
      }
    >
      <Fact term="As the bot">{formatPoints(replies.bot)}</Fact>
      <Fact term="As you">{formatPoints(replies.user)}</Fact>
      <Fact term="Not sent">{formatPoints(replies.failed)}</Fact>
    </Figures>
  );
}

/** What viewers can write, and what they get for writing. It is set in the configuration. */
export function Commands({ state }: { state: ChatStanding }) {
  const { pointsForChatting, chattingWindowMinutes, chattingDailyMax } = state;
  const isPaid = pointsForChatting > 0;
  const isHeard = state.connected !== null && state.connectionError === null;
  const answers = isHeard ? "Answered" : "Once connected";
  return (
    <Figures title="Commands" lead="Set under [kick] in config.toml." more={<CommandList />}>
      <Fact term="Commands">{state.commands ? answers : "Off"}</Fact>
      <Fact term="Again after">{spanText(state.cooldownSeconds)}</Fact>
      <Fact term="To confirm a link">{spanText(state.verifyMinutes * 60)}</Fact>
      <Fact term="Sign in with Kick">{state.signIn ? "On" : "Off"}</Fact>
      <Fact term="Points for chatting">{isPaid ? formatPoints(pointsForChatting) : "Off"}</Fact>
      {isPaid && (
        <>
          <Fact term="Once in">{spanText(chattingWindowMinutes * 60)}</Fact>
          <Fact term="At most in a day">{formatPoints(chattingDailyMax)}</Fact>
        </>
      )}
    </Figures>
  );
}

function CommandList() {
  return (
    <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
      <dt className="font-mono text-text">!verify</dt>
      <dd className="text-muted">asks a member to link the chat name</dd>
      <dt className="font-mono text-text">!unlink</dt>
      <dd className="text-muted">removes a link that was made in the chat</dd>
      <dt className="font-mono text-text">!points</dt>
      <dd className="text-muted">says the balance</dd>
      <dt className="font-mono text-text">!ar</dt>
      <dd className="text-muted">says what can be claimed and entered</dd>
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
