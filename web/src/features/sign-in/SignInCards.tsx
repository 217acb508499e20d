import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/data/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { type Account, signInQuery } from "./queries";
import { SessionsCard } from "./SessionsCard";
import { TwoStepCard } from "./TwoStepCard";
import * as texts from "./texts/en";

/** What protects an account, and its sessions. */
export function SignInCards({ account }: { account: Account }) {
  const query = useQuery(signInQuery(account));
  return (
    <QueryView query={query} what={texts.what} loading={<Loading />}>
      {(signIn) => (
        <div className="flex min-w-0 flex-col gap-5">
          <TwoStepCard account={account} signIn={signIn} />
          <SessionsCard account={account} sessions={signIn.sessions} />
        </div>
      )}
    </QueryView>
  );
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-64 rounded-lg" />
      <Skeleton className="h-48 rounded-lg" />
    </div>
  );
}
