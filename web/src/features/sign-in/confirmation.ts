import { useSubmit } from "@/data/use-submit";
import { refreshMember } from "@/features/session/actions";
import { useCooldown } from "@/features/session/cooldown";
import { useSite } from "@/features/site/queries";
import type { Say } from "@/ui/Message";
import { answer, api } from "@/wire/http";
import * as texts from "./texts/confirmation.en";

/** Sends the email that confirms the member's address, as often as the server allows. */
export function useConfirmation(say: Say) {
  // Without mail the link is kept for the streamer, and no email is sent.
  const hasMail = useSite()?.features.mail !== false;
  const cooldown = useCooldown();
  const { isBusy, submit } = useSubmit({
    send: () => answer(api.POST("/api/auth/send-verification")),
    onAnswer: ({ delivery }) => {
      say("success", delivery === "mail" ? texts.verificationSent : texts.linkReady);
      // The account says that it was sent.
      void refreshMember();
    },
    onFailure: ({ failure }) => {
      cooldown.beginAfter(failure);
      // Confirmed in another window, or on another device.
      if (failure.error === "already_verified") void refreshMember();
      say("error", hasMail ? texts.verificationFailed : texts.linkFailed);
    },
  });
  return { hasMail, isBusy, secondsLeft: cooldown.secondsLeft, send: () => void submit(null) };
}
