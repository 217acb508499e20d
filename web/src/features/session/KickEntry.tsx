import { useEffect } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Spinner } from "@/ui/Spinner";
import { answer, api } from "@/wire/http";
import { beginSession } from "./actions";
import { CodeField, useSecondStep } from "./SecondStep";
import * as texts from "./texts/en";

type KickEntryProps = {
  /** What the server gave the browser on its way back from Kick. It is good for one login. */
  ticket: string;
  onRefused: (text: string) => void;
};

/** The last step of a login with Kick: the ticket becomes a session. */
export function KickEntry({ ticket, onRefused }: KickEntryProps) {
  const secondStep = useSecondStep();
  const { isBusy, submit } = useSubmit({
    send: () =>
      answer(api.POST("/api/kick/sign-in/finish", { body: { ticket, ...secondStep.given } })),
    onAnswer: beginSession,
    onFailure: ({ failure }) => {
      if (secondStep.takes(failure)) return;
      onRefused(failure.isLost ? failure.message : (failure.said ?? texts.kickFailed));
    },
  });
  useEffect(() => {
    void enter();
    function enter() {
      return submit(null);
    }
    // Once; a second run of a strict mode is refused while the first one runs.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  if (secondStep.code !== null)
    return (
      <form
        noValidate
        className="mt-7 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(null);
        }}
      >
        <CodeField {...secondStep} code={secondStep.code} />
        <Button
          type="submit"
          tone="gold"
          size="lg"
          busy={isBusy}
          disabled={secondStep.code.trim() === ""}
        >
          {isBusy ? texts.loggingIn : texts.logIn}
        </Button>
      </form>
    );
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
