import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/data/QueryView";
import { LoadingCards } from "./LoadingCards";
import { type Account, signInQuery } from "./queries";
import { SessionsCard } from "./SessionsCard";
import { TwoStepCard } from "./TwoStepCard";
import * as texts from "./texts/en";

/** What protects an account, and its sessions. */
export function SignInCards({ account }: { account: Account }) {
  const query = useQuery(signInQuery(account));
  return (
    <QueryView query={query} what={texts.what} loading={<LoadingCards />}>
      {(signIn) => (
        <div className="flex min-w-0 flex-col gap-5">
          <TwoStepCard account={account} signIn={signIn} />
          <SessionsCard account={account} sessions={signIn.sessions} />
        </div>
      )}
    </QueryView>
  );
}
