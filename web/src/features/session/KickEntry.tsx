import { MessageSquare } from "lucide-react";
import { useEffect } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Spinner } from "@/ui/Spinner";
import type { CallFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { beginSession } from "./actions";
import { useKickVisit } from "./kick-visit";
import * as texts from "./texts/en";

type KickEntryProps = {
  /** What the server gave the browser on its way back from Kick. It is good for one login. */
  ticket: string;
  onRefused: (text: string) => void;
};

/** The last step of a login with Kick: the ticket becomes a session. */
export function KickEntry({ ticket, onRefused }: KickEntryProps) {
  const { submit } = useSubmit({
    send: () => answer(api.POST("/api/kick/sign-in/finish", { body: { ticket } })),
    onAnswer: beginSession,
    onFailure: ({ failure }) =>
      onRefused(failure.isLost ? failure.message : (failure.said ?? texts.kickFailed)),
  });
  useEffect(() => {
    void enter();
    function enter() {
      return submit(null);
    }
    // Once; a second run of a strict mode is refused while the first one runs.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return (
    <p role="status" className="mt-7 flex items-center gap-3 text-muted">
      <Spinner className="size-5" />
      {texts.kickSigningIn}
    </p>
  );
}

/** What a visit to Kick that ended without a ticket came to; null for a ticket. */
export function refusalOf(told: string): string | null {
  if (told === "failed") return texts.kickFailed;
  if (told === "unlinked") return texts.kickUnlinked;
  if (told === "ended") return texts.kickEnded;
  return null;
}

type KickButtonProps = {
  remember: boolean;
  /** The unchecked `redirect` parameter: the server leads back to it. */
  redirect: string | undefined;
  disabled: boolean;
  onFailure: (failure: CallFailure) => void;
};

/** The other way in, for members who have linked their Kick account. */
export function KickButton({ remember, redirect, disabled, onFailure }: KickButtonProps) {
  const { isLeaving, leave } = useKickVisit(() => {
    const body = { remember, ...(redirect !== undefined && { redirect }) };
    return answer(api.POST("/api/kick/sign-in/start", { body }));
  }, onFailure);
  return (
    <>
      <p className="flex items-center gap-3 text-sm text-muted">
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
        {texts.or}
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
      </p>
      <Button
        size="lg"
        busy={isLeaving}
        disabled={disabled}
        onClick={leave}
        icon={<MessageSquare aria-hidden="true" className="size-4.5" />}
      >
        {isLeaving ? texts.kickOpening : texts.kickLogin}
      </Button>
    </>
  );
}
