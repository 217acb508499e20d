import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { refreshMember } from "@/features/session/actions";
import { useMember } from "@/features/session/store";
import { buttonClass } from "@/ui/Button";
import { EmptyState } from "@/ui/PageState";
import { asFailure } from "@/wire/failure";
import { answer, api } from "@/wire/http";
import { EnvelopeArt, type Seal } from "./EnvelopeArt";
import * as texts from "./texts/verify-email.en";

/** /verify-email: what came of the link in the mail. */
export function VerifyEmailPage({ token }: { token: string | null }) {
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      {token === null ? <NoToken /> : <Verification token={token} />}
    </div>
  );
}

/** The server limits how often links are followed, so a token is sent once for each visit. */
function verificationQuery(token: string) {
  return {
    queryKey: ["verify-email", token],
    queryFn: async () => {
      const { message } = await answer(
        api.GET("/api/auth/verify-email", { params: { query: { token } } }),
      );
      void refreshMember();
      return message;
    },
    retry: false,
    retryOnMount: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  } as const;
}

function Verification({ token }: { token: string }) {
  const { data, error } = useQuery(verificationQuery(token));
  const isVerified = useMember()?.emailVerified === true;
  const client = useQueryClient();
  if (data !== undefined) return <Verified>{data}</Verified>;
  // A link that was used is opened again after its time.
  if (error !== null && isVerified && asFailure(error).error === "bad_link")
    return <Verified>{texts.alreadyVerified(failureText(error))}</Verified>;
  if (error !== null)
    return (
      <Outcome
        seal="broken"
        title={texts.failed}
        actions={
          <>
            {asFailure(error).error === "log_in_first" ? (
              <Link
                to="/login"
                search={{ redirect: `/verify-email?token=${encodeURIComponent(token)}` }}
                // After the login the token is sent again.
                onClick={() => client.removeQueries(verificationQuery(token))}
                className={buttonClass("gold")}
              >
                {texts.logIn}
              </Link>
            ) : (
              <Link to="/account" className={buttonClass("gold")}>
                {texts.requestNewLink}
              </Link>
            )}
            <Link to="/" className={buttonClass("quiet")}>
              {texts.home}
            </Link>
          </>
        }
      >
        {failureText(error)}
      </Outcome>
    );
  return (
    <Outcome seal="waiting" title={texts.verifying}>
      {texts.verifyingHint}
    </Outcome>
  );
}

function Verified({ children }: { children: ReactNode }) {
  return (
    <Outcome
      seal="whole"
      title={texts.verified}
      actions={
        <>
          <Link to="/" className={buttonClass("gold")}>
            {texts.home}
          </Link>
          <Link to="/account" className={buttonClass("quiet")}>
            {texts.account}
          </Link>
        </>
      }
    >
      {children}
    </Outcome>
  );
}

function NoToken() {
  return (
    <Outcome
      seal="broken"
      title={texts.invalidLink}
      actions={
        <>
          <Link to="/login" className={buttonClass("gold")}>
            {texts.signIn}
          </Link>
          <Link to="/" className={buttonClass("quiet")}>
            {texts.home}
          </Link>
        </>
      }
    >
      {texts.invalidLinkHint}
    </Outcome>
  );
}

type OutcomeProps = { seal: Seal; title: string; children: ReactNode; actions?: ReactNode };

function Outcome({ seal, title, children, actions }: OutcomeProps) {
  return (
    <div role="status">
      <EmptyState level={1} art={<EnvelopeArt seal={seal} />} title={title} actions={actions}>
        <p>{children}</p>
      </EmptyState>
    </div>
  );
}

function failureText(thrown: unknown): string {
  const failure = asFailure(thrown);
  if (failure.isLost) return texts.networkError;
  return failure.said ?? texts.unknownError;
}
