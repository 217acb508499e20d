import { useEffect, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Spinner } from "@/ui/Spinner";
import { answer, api } from "@/wire/http";
import type { components } from "@/wire/schema";
import { SignupFields } from "./SignupFields";
import * as texts from "./texts/en";

type KickOfferProps = {
  /** What the server gave the browser on its way back from Kick. It is good for one account. */
  ticket: string;
  onRefused: (text: string) => void;
};

/** The form of somebody who came from Kick and has no account here. */
export function KickOffer({ ticket, onRefused }: KickOfferProps) {
  const [offer, setOffer] = useState<components["schemas"]["KickOffer"] | null>(null);
  const { failed, isBusy, submit } = useSubmit({
    send: () => answer(api.POST("/api/kick/sign-up/offer", { body: { ticket } })),
    onAnswer: setOffer,
    // Otherwise the visit is still good: a lost connection is tried again.
    onFailure: ({ failure }) => {
      if (failure.error === "bad_ticket" || failure.error === "kick_off")
        onRefused(failure.message);
    },
  });
  useEffect(() => {
    void submit(null);
    // Once; a second run of a strict mode is refused while the first one runs.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  if (offer === null && failed !== null && !isBusy)
    return (
      <Notice tone="error" className="mt-7">
        <p>{failed.failure.message}</p>
        <Button size="sm" className="mt-3" onClick={() => void submit(null)}>
          {texts.tryAgain}
        </Button>
      </Notice>
    );
  if (offer === null)
    return (
      <p role="status" className="mt-7 flex items-center gap-3 text-muted">
        <Spinner className="size-5" />
        {texts.kickReturning}
      </p>
    );
  return (
    <>
      <Notice className="mt-5">{texts.kickOffer(offer.kickName)}</Notice>
      <SignupFields kick={{ ticket, username: offer.username }} onTooLate={onRefused} />
    </>
  );
}
