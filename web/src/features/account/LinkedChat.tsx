import { lazy, Suspense, useState } from "react";
import type { KickState } from "@/features/session/kick-calls";
import { Button } from "@/ui/Button";
import type { Say } from "./message";

const UnlinkDialog = lazy(() => import("./UnlinkDialog"));

type LinkedChatProps = {
  username: string;
  /** How it was linked; null as long as that is not known. */
  link: KickState["linked"];
  /** The chat is connected at all. */
  isOn: boolean;
  signIn: boolean;
  say: Say;
  onGone: () => void;
};

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** The linked account: who, since when, what it is good for, and the way out. */
export function LinkedChat({ username, link, isOn, signIn, say, onGone }: LinkedChatProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-display text-lg font-bold [overflow-wrap:anywhere]">{username}</p>
          {link !== null && (
            <p className="mt-1 text-sm text-muted">
              {link.by === "oauth" ? "Linked with Kick" : "Linked by the chat"} on{" "}
              {day.format(new Date(link.linkedAt))}
            </p>
          )}
        </div>
        {link !== null && (
          <Button size="sm" onClick={() => setAsking(true)}>
            Unlink
          </Button>
        )}
      </div>
      {isOn ? <Commands /> : <Off />}
      {isOn && signIn && link !== null && (
        <p className="mt-4 text-sm text-muted">
          {link.by === "oauth"
            ? "You can sign in here with Kick."
            : "A link by the chat does not sign in. To sign in with Kick, unlink it and use “Link with Kick”."}
        </p>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <UnlinkDialog
            username={username}
            onClose={() => setAsking(false)}
            onUnlinked={() => {
              setAsking(false);
              say("success", `${username} is no longer linked.`);
              onGone();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function Commands() {
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
      <dt className="font-mono text-text">!points</dt>
      <dd className="text-muted">shows your balance in the chat</dd>
      <dt className="font-mono text-text">!ar</dt>
      <dd className="text-muted">shows your active rewards</dd>
    </dl>
  );
}

function Off() {
  return (
    <p className="mt-3 text-sm text-muted">Chat commands are not set up on this site right now.</p>
  );
}
