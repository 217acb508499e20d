import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { rulesQuery } from "./queries";
import * as texts from "./texts/odds.en";

/**
 * Whether the site's rules could not be read; then the page shows no odds and payouts. While they are
 * loading, it shows those of the default rules.
 */
export function useAreOddsMissing(): boolean {
  // A retry resets the failure count, but not the count of errors.
  const { data, failureCount, errorUpdateCount } = useQuery(rulesQuery);
  return data === undefined && failureCount + errorUpdateCount > 0;
}

/** Shown in place of odds that could not be read. */
export function NoOdds() {
  const { isFetching, refetch } = useQuery(rulesQuery);
  return (
    <Notice
      tone="error"
      action={
        <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      }
    >
      {texts.oddsCouldNotLoaded}
    </Notice>
  );
}

/** Shows what depends on the site's rules, unless they could not be read. */
export function WithOdds({ children }: { children: ReactNode }) {
  return useAreOddsMissing() ? <NoOdds /> : children;
}
