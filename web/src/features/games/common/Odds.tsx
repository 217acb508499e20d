import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { rulesQuery } from "./queries";

/**
 * Whether the site's tables could not be read: then nothing is claimed of odds and payouts. While they
 * are on their way, the tables of a fresh site stand in.
 */
export function useAreOddsMissing(): boolean {
  // A try that begins again forgets its failures, but not that there was an error.
  const { data, failureCount, errorUpdateCount } = useQuery(rulesQuery);
  return data === undefined && failureCount + errorUpdateCount > 0;
}

/** Stands in place of odds that could not be read. */
export function NoOdds() {
  const { isFetching, refetch } = useQuery(rulesQuery);
  return (
    <Notice
      tone="error"
      action={
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      }
    >
      The odds could not be loaded.
    </Notice>
  );
}

/** What follows from the site's tables, unless they could not be read. */
export function WithOdds({ children }: { children: ReactNode }) {
  return useAreOddsMissing() ? <NoOdds /> : children;
}
