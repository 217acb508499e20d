import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Notice } from "@/ui/Notice";
import { toast } from "@/ui/toast";
import { asFailure } from "@/wire/failure";
import { queryClient } from "@/wire/queries";
import { useMinute } from "@/wire/remaining";
import { serverNow } from "@/wire/server-clock";
import { onPush, useLiveState } from "@/wire/socket";
import { type AskedLink, chatQuery, decide, rereadChat } from "./chat";
import { standsText } from "./request-text";

/**
 * Asks the member, on whatever page they are, whether it was them in the chat
 * (docs/decisions.md, D5). What was asked before the connection stood is read once it does.
 */
export default function ChatRequests() {
  const isOnline = useLiveState() === "online";
  const { data } = useQuery({ ...chatQuery, enabled: isOnline });
  const [putOff, setPutOff] = useState<readonly string[]>([]);
  const [failed, setFailed] = useState<AskedLink | null>(null);
  useEffect(followChat, []);
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

/** Keeps what is known of the link in step with what is pushed. Returns the way out. */
function followChat(): () => void {
  const stops = [
    onPush("kickVerifyAsked", (asked) => {
      const request = { ...asked, askedAt: new Date(serverNow()).toISOString() };
      queryClient.setQueryData(
        chatQuery.queryKey,
        (state) =>
          state && {
            ...state,
            pending: [...state.pending.filter(({ id }) => id !== asked.id), request],
          },
      );
      void queryClient.invalidateQueries({ queryKey: chatQuery.queryKey });
    }),
    onPush("kickLinkChanged", () => void rereadChat()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
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
  const decision = useMutation({
    mutationFn: (isMine: boolean) => decide(request, isMine),
    onError: onFailed,
  });
  const answerWith = async (isMine: boolean) => {
    await decision.mutateAsync(isMine);
    // Said here and not by the mutation: the dialog may have left with what was asked.
    toast(
      isMine
        ? { text: `Your Kick account ${username} is linked.`, tone: "success" }
        : { text: `Refused. ${username} is not linked to you.`, tone: "info" },
    );
    onClose();
  };
  const press = (isMine: boolean) => void answerWith(isMine).catch(() => undefined);
  const isBusy = (isMine: boolean) => decision.isPending && decision.variables === isMine;
  return (
    <Dialog
      open
      uninvited
      onOpenChange={(open) => {
        if (!open && !decision.isPending) onClose();
      }}
      title="Is this you in the chat?"
      description={`${username} in the chat says this is you. Link it?`}
      actions={
        isOver && !decision.isPending ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button busy={isBusy(false)} disabled={decision.isPending} onClick={() => press(false)}>
              Not me
            </Button>
            <Button
              tone="gold"
              busy={isBusy(true)}
              disabled={decision.isPending}
              onClick={() => press(true)}
            >
              Confirm
            </Button>
          </>
        )
      }
    >
      {isStanding && (
        <p className="mt-3 text-sm text-muted">
          Confirm it only if you wrote it yourself: whoever writes as {username} is you in the chat
          from then on. {standsText(expiresAt, now)}
        </p>
      )}
      {decision.error !== null && (
        <Notice tone="error" className="mt-5">
          {asFailure(decision.error).message}
        </Notice>
      )}
    </Dialog>
  );
}
