import { useState } from "react";
import { stale, useLive } from "@/data/use-live";
import { useSubmit } from "@/data/use-submit";
import { refreshMember } from "@/features/session/actions";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Notice } from "@/ui/Notice";
import { toast } from "@/ui/toast";
import { useMinute } from "@/wire/remaining";
import { serverNow } from "@/wire/server-clock";
import { type AskedLink, chatQuery, decide, type KickStanding } from "./chat";
import { expiryText } from "./request-text";
import * as texts from "./texts/requests.en";

/**
 * Asks the member, on whatever page they are, whether it was them in the chat
 * (docs/decisions.md, D5). What was asked before there was a connection is read then.
 */
export default function ChatRequests() {
  const { data } = useLive(chatQuery, {
    isAfterConnection: true,
    on: {
      kickVerifyAsked: (asked, known) => (known === undefined ? stale : withRequest(known, asked)),
      kickLinkChanged: () => {
        // The member has the name in the chat.
        void refreshMember();
        return stale;
      },
    },
  });
  const [putOff, setPutOff] = useState<readonly string[]>([]);
  const [failed, setFailed] = useState<AskedLink | null>(null);
  const pending = data?.pending ?? [];
  // What could not be decided stays in sight with the reason, also when it is over by then.
  const request = failed ?? pending.find(({ id }) => !putOff.includes(id));
  if (request === undefined) return null;
  return (
    <Question
      key={request.id}
      request={request}
      isStanding={pending.some(({ id }) => id === request.id)}
      onFailed={() => setFailed(request)}
      onClose={() => {
        setFailed(null);
        setPutOff((ids) => [...ids, request.id]);
      }}
    />
  );
}

function withRequest(state: KickStanding, asked: Omit<AskedLink, "askedAt">): KickStanding {
  const request = { ...asked, askedAt: new Date(serverNow()).toISOString() };
  return { ...state, pending: [...state.pending.filter(({ id }) => id !== asked.id), request] };
}

type QuestionProps = {
  request: AskedLink;
  /** It still waits for an answer. */
  isStanding: boolean;
  /** It could not be decided. */
  onFailed: () => void;
  onClose: () => void;
};

function Question({ request, isStanding, onFailed, onClose }: QuestionProps) {
  const { username, expiresAt } = request;
  const now = useMinute(expiresAt);
  const isOver = !isStanding || Date.parse(expiresAt) <= now;
  const { failed, isBusy, running, submit } = useSubmit({
    send: (isMine: boolean) => decide(request, isMine),
    onAnswer: (_, isMine) => {
      toast(
        isMine
          ? { text: texts.kickLinked(username), tone: "success" }
          : { text: texts.kickRefused(username), tone: "info" },
      );
      onClose();
    },
    onFailure: onFailed,
  });
  return (
    <Dialog
      open
      uninvited
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={texts.question}
      description={texts.questionText(username)}
      actions={
        isOver && !isBusy ? (
          <Button onClick={onClose}>{texts.close}</Button>
        ) : (
          <>
            <Button busy={running === false} disabled={isBusy} onClick={() => void submit(false)}>
              {texts.notMe}
            </Button>
            <Button
              tone="gold"
              busy={running === true}
              disabled={isBusy}
              onClick={() => void submit(true)}
            >
              {texts.confirm}
            </Button>
          </>
        )
      }
    >
      {isStanding && (
        <p className="mt-3 text-sm text-muted">
          {texts.questionHint(username, expiryText(expiresAt, now))}
        </p>
      )}
      {failed !== null && (
        <Notice tone="error" className="mt-5">
          {failed.failure.message}
        </Notice>
      )}
    </Dialog>
  );
}
