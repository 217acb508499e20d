import { useEffect, useRef } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { formatAge } from "@/ui/format/durations";
import type { Say } from "@/ui/Message";
import { useMinute } from "@/wire/remaining";
import { type AskedLink, decide } from "./chat";
import { expiryText } from "./request-text";
import * as texts from "./texts/requests.en";

type ChatRequestListProps = {
  requests: readonly AskedLink[];
  say: Say;
  /** What had the focus has left the list. */
  onGone: () => void;
};

/** Chat accounts that ask to be linked to this member and wait for an answer. */
export function ChatRequestList({ requests, say, onGone }: ChatRequestListProps) {
  const failed = useRef<string | null>(null);
  useEffect(() => {
    // What could not be decided leaves with the next reading if it is over, and the focus with it.
    if (failed.current === null || requests.some(({ id }) => id === failed.current)) return;
    failed.current = null;
    if (document.activeElement === document.body) onGone();
  });
  if (requests.length === 0) return null;
  return (
    <ul className="mt-4 flex flex-col gap-3">
      {requests.map((request) => (
        <Request
          key={request.id}
          request={request}
          say={say}
          onGone={onGone}
          onFailed={() => {
            failed.current = request.id;
          }}
        />
      ))}
    </ul>
  );
}

type RequestProps = Omit<ChatRequestListProps, "requests"> & {
  request: AskedLink;
  /** It could not be decided. */
  onFailed: () => void;
};

function Request({ request, say, onGone, onFailed }: RequestProps) {
  const { username, askedAt, expiresAt } = request;
  const now = useMinute(expiresAt);
  const { isBusy, running, submit } = useSubmit({
    send: (isMine: boolean) => decide(request, isMine),
    onAnswer: (_, isMine) => {
      say("success", isMine ? texts.linked(username) : texts.refused(username));
      onGone();
    },
    onFailure: ({ failure }) => {
      say("error", failure.message);
      onFailed();
      if (document.activeElement === document.body) onGone();
    },
  });
  return (
    <li className="well rounded-md p-4">
      <p className="[overflow-wrap:anywhere]">{texts.asked(<strong>{username}</strong>)}</p>
      <p className="mt-1 text-sm text-muted">
        {texts.requested(formatAge(askedAt, now), expiryText(expiresAt, now))}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          tone="gold"
          size="sm"
          aria-label={texts.confirmNamed(username)}
          busy={running === true}
          disabled={isBusy}
          onClick={() => void submit(true)}
        >
          {texts.confirm}
        </Button>
        <Button
          size="sm"
          aria-label={texts.refuseNamed(username)}
          busy={running === false}
          disabled={isBusy}
          onClick={() => void submit(false)}
        >
          {texts.refuse}
        </Button>
      </div>
    </li>
  );
}
