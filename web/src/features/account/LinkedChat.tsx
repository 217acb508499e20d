import { Fragment, Suspense, useState } from "react";
import { Button } from "@/ui/Button";
import { formatDay } from "@/ui/format/dates";
import { lazyPart } from "@/ui/lazy-part";
import type { Say } from "@/ui/Message";
import type { KickStanding } from "./chat";
import { LinkButton } from "./LinkWays";
import * as texts from "./texts/chat.en";

const UnlinkDialog = lazyPart(() => import("./UnlinkDialog"));

type LinkedChatProps = {
  username: string;
  /** How it was linked; null as long as that is not known. */
  link: KickStanding["linked"];
  /** It could be linked again. */
  isEnabled: boolean;
  /** The chat answers. */
  hasCommands: boolean;
  words: KickStanding["words"];
  /** Members may sign in with Kick. */
  signIn: boolean;
  say: Say;
  onGone: () => void;
};

/** The linked account: who, since when, what it is good for, and the way out. */
export function LinkedChat(props: LinkedChatProps) {
  const { username, link, isEnabled, hasCommands, words, signIn, say, onGone } = props;
  const [isAsking, setAsking] = useState(false);
  const linkedOn = link?.by === "oauth" ? texts.linkedWithKick : texts.linkedInChat;
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-display text-lg font-bold [overflow-wrap:anywhere]">{username}</p>
          {link !== null && (
            <p className="mt-1 text-sm text-muted">{linkedOn(formatDay(link.linkedAt))}</p>
          )}
        </div>
        {link !== null && (
          <Button size="sm" onClick={() => setAsking(true)}>
            {texts.unlink}
          </Button>
        )}
      </div>
      {hasCommands ? <Commands byChat={link?.by === "chat"} words={words} /> : <Off />}
      {isEnabled && link !== null && <Proof link={link} signIn={signIn} say={say} />}
      {isAsking && (
        <Suspense fallback={null}>
          <UnlinkDialog
            username={username}
            isEnabled={isEnabled}
            hasCommands={hasCommands}
            signsIn={signIn && link?.signsIn === true}
            onClose={() => setAsking(false)}
            onUnlinked={() => {
              setAsking(false);
              say("success", texts.unlinked(username));
              onGone();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

type ProofProps = Pick<LinkedChatProps, "signIn" | "say"> & {
  link: NonNullable<LinkedChatProps["link"]>;
};

/** What the link is good for, and the way to Kick where a visit adds something. */
function Proof({ link: { by, signsIn }, signIn, say }: ProofProps) {
  if (by === "oauth" && (signsIn || !signIn))
    return signIn ? <p className="mt-4 text-sm text-muted">{texts.canSignIn}</p> : null;

  return (
    <div className="mt-5 border-t border-line pt-5">
      <p className="mb-3 text-sm text-muted">
        {by === "chat" ? texts.noProof(signIn) : texts.signInOff}
      </p>
      <LinkButton isSecond say={say} />
    </div>
  );
}

function Commands({ byChat, words }: { byChat: boolean; words: KickStanding["words"] }) {
  const all = [
    { command: words.points, about: texts.pointsCommand },
    { command: words.active_rewards, about: texts.rewardsCommand },
    { command: byChat ? words.unlink : "", about: texts.unlinkCommand },
  ];
  const commands = all.filter(({ command }) => command !== "");
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
      {commands.map(({ command, about }) => (
        <Fragment key={command}>
          <dt className="font-mono text-text">{command}</dt>
          <dd className="text-muted">{about}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Off() {
  return <p className="mt-3 text-sm text-muted">{texts.commandsOff}</p>;
}
