import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useSite, useWelcomePoints } from "@/features/site/queries";
import { Notice } from "@/ui/Notice";
import { AuthCard } from "./AuthCard";
import { KickButton } from "./KickButton";
import { KickOffer } from "./KickOffer";
import { useKickReturn } from "./kick-visit";
import { loginReason } from "./login-reason";
import { SignupFields } from "./SignupFields";
import * as texts from "./texts/en";

type SignupPageProps = {
  /** The unchecked `redirect` parameter, handed on to the login. */
  redirect: string | undefined;
  /** The ticket of a visit to Kick by somebody who has no account here. */
  kick?: string | undefined;
};

/** /signup. The route sends members on. */
export function SignupPage({ redirect, kick }: SignupPageProps) {
  const ticket = useKickReturn(kick);
  const [refusal, setRefusal] = useState<string | null>(null);
  const reason = loginReason(redirect);
  const features = useSite()?.features;
  const welcomePoints = useWelcomePoints();
  const isFromKick = ticket !== null && refusal === null;
  return (
    <AuthCard
      title={texts.signupHeading}
      lead={texts.signupLead}
      footer={texts.alreadyMember(
        <Link
          to="/login"
          search={redirect === undefined ? {} : { redirect }}
          className="inline-flex min-h-11 items-center font-semibold text-text underline decoration-line-strong underline-offset-4 hover:decoration-gold-400"
        >
          {texts.logIn}
        </Link>,
      )}
    >
      {welcomePoints > 0 && (
        <p className="mt-1.5 text-sm font-semibold">{texts.welcome(welcomePoints)}</p>
      )}
      {refusal !== null && (
        <Notice tone="error" className="mt-5">
          {refusal}
        </Notice>
      )}
      {reason !== null && refusal === null && ticket === null && (
        <Notice className="mt-5">{reason}</Notice>
      )}
      {isFromKick ? (
        <KickOffer ticket={ticket} onRefused={setRefusal} />
      ) : (
        <>
          <SignupFields kick={null} onTooLate={setRefusal} />
          {features?.kickSignIn === true && (
            <div className="mt-4 flex flex-col gap-4">
              <KickButton
                text={texts.kickSignup}
                remember
                redirect={redirect}
                disabled={false}
                onFailure={({ message }) => setRefusal(message)}
              />
            </div>
          )}
        </>
      )}
    </AuthCard>
  );
}
