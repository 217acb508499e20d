import { useQuery } from "@tanstack/react-query";
import { Clock, Link2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { QueryView } from "@/data/QueryView";
import type { Member } from "@/features/session/store";
import { Badge } from "@/ui/Badge";
import { BRIEF_MESSAGE_MS, Message, type Say, useMessage } from "@/ui/Message";
import { ChatRequestList } from "./ChatRequestList";
import { chatQuery, type KickStanding } from "./chat";
import { LinkedChat } from "./LinkedChat";
import { LinkWays } from "./LinkWays";
import { LoadingForm, Section } from "./Section";
import * as texts from "./texts/chat.en";

/** Longer than usual: the result of a visit to Kick is read on a page that has just been loaded. */
const VISIT_MS = 10_000;

/** The results of a visit to Kick that was to link the accounts, or to prove whose this one is. */
const visits: Readonly<Record<string, { tone: "success" | "error"; text: string }>> = {
  linked: { tone: "success", text: texts.visitLinked },
  refused: { tone: "error", text: texts.visitRefused },
  taken: { tone: "error", text: texts.visitTaken },
  proved: { tone: "success", text: texts.visitProved },
  "other-account": { tone: "error", text: texts.visitOtherAccount },
  failed: { tone: "error", text: texts.visitFailed },
};

type ChatCardProps = {
  member: Member;
  /** What came of a visit to Kick that has just ended. */
  visitResult: string | null;
};

/** The member's account at the streaming platform: linked, asked for by the chat, or to be linked. */
export default function ChatCard({ member, visitResult }: ChatCardProps) {
  const query = useQuery(chatQuery);
  const { data } = query;
  const { message, say } = useMessage(visitResult === null ? BRIEF_MESSAGE_MS : VISIT_MS);
  const title = useRef<HTMLHeadingElement>(null);
  const name = member.kickUsername ?? null;
  const isLinked = name !== null || (data !== undefined && data.linked !== null);
  const isNone = data !== undefined && !data.enabled && !isLinked;

  useEffect(() => {
    const visit = visitResult === null ? undefined : visits[visitResult];
    if (visit === undefined) return;
    title.current?.focus();
    say(visit.tone, visit.text);
  }, [visitResult, say]);

  if (isNone && message === null) return null;
  return (
    <Section
      id="chat"
      title={texts.title}
      titleRef={title}
      lead={texts.lead}
      mark={<Mark state={data} name={name} />}
    >
      {data === undefined && name !== null && (
        <p className="mt-4 font-display text-lg font-bold [overflow-wrap:anywhere]">{name}</p>
      )}
      {!isNone && (
        <QueryView
          query={query}
          what={texts.yourLink}
          loading={<LoadingForm fields={2} />}
          failedAs="notice"
          noticeClass="mt-4"
        >
          {(state) => (
            <Link
              state={state}
              name={name}
              say={say}
              onGone={() => title.current?.focus({ preventScroll: true })}
            />
          )}
        </QueryView>
      )}
      <Message message={message} isBare className="mt-4" />
    </Section>
  );
}

type LinkProps = {
  state: KickStanding;
  name: string | null;
  say: Say;
  /** What had the focus has left the card. */
  onGone: () => void;
};

function Link({ state, name, say, onGone }: LinkProps) {
  const { linked, pending, enabled, signIn, commands, command, words } = state;
  const username = linked?.username ?? (enabled ? null : name);
  return (
    <>
      {enabled && <ChatRequestList requests={pending} say={say} onGone={onGone} />}
      {username !== null ? (
        <LinkedChat
          username={username}
          link={linked}
          isEnabled={enabled}
          hasCommands={commands}
          words={words}
          signIn={signIn}
          say={say}
          onGone={onGone}
        />
      ) : (
        <LinkWays
          command={commands && words.verify !== "" ? command : null}
          signIn={signIn}
          isSecond={pending.length > 0}
          say={say}
        />
      )}
    </>
  );
}

function Mark({ state, name }: { state: KickStanding | undefined; name: string | null }) {
  const isLinked = state === undefined ? name !== null : state.linked !== null;
  if (isLinked)
    return (
      <Badge tone="win">
        <Link2 aria-hidden="true" className="size-3.5" />
        {texts.linked}
      </Badge>
    );
  if (state === undefined || state.pending.length === 0) return null;
  return (
    <Badge>
      <Clock aria-hidden="true" className="size-3.5" />
      {texts.requested}
    </Badge>
  );
}
