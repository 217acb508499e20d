import { type ReactNode, useEffect, useRef } from "react";
import { BrokenSignal } from "@/ui/art/BrokenSignal";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Notice } from "@/ui/Notice";
import { ErrorState } from "@/ui/PageState";
import { asFailure, type CallFailure } from "@/wire/failure";
import * as texts from "./texts/en";

/** What is shown of a query, or of several that are loaded together. */
export type Loaded<Data> = {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
};

type QueryViewProps<Data> = {
  query: Loaded<Data>;
  /** What is loaded, as the start of a sentence: "The challenges". */
  what: string;
  loading: ReactNode;
  /** False where the error stands in a dialog or on a card of the caller's. */
  hasCard?: boolean;
  /** The heading of a failed load, where it is not "`what` could not be loaded". */
  failed?: string;
  /** The notice above data that could not be refreshed, where it is not "`what` may be out of date". */
  outdated?: string;
  /** Replaces all of it for some errors, such as what does not exist; null for the others. */
  renderFailure?: (failure: CallFailure) => ReactNode;
  children: (data: Data) => ReactNode;
};

/**
 * What a query has loaded, in each of its states: on the way, failed with another try, and there. Data
 * that could not be refreshed stays, below a notice.
 */
export function QueryView<Data>({
  query,
  what,
  loading,
  hasCard = true,
  failed = texts.couldNotLoad(what),
  outdated,
  renderFailure,
  children,
}: QueryViewProps<Data>) {
  const { data, error, isFetching } = query;
  const retry = useRetry(query);
  const failure = error === null ? null : asFailure(error);
  const replaced = failure === null ? null : renderFailure?.(failure);
  if (replaced !== undefined && replaced !== null) return replaced;
  if (data !== undefined)
    return (
      <>
        {failure !== null && (
          <Notice
            tone="error"
            action={
              <Button size="sm" onClick={retry} busy={isFetching}>
                {texts.retry}
              </Button>
            }
          >
            {outdated ?? texts.mayOutDate(what, failure.message)}
          </Notice>
        )}
        {children(data)}
      </>
    );
  // In the place of the data: what both have in common stays.
  if (failure === null)
    return (
      <>
        {false}
        {loading}
      </>
    );
  const state = (
    <ErrorState
      art={<BrokenSignal />}
      title={failed}
      message={failure.message}
      onRetry={retry}
      retrying={isFetching}
    />
  );
  return hasCard ? <Card>{state}</Card> : state;
}

/**
 * Another try. The button that asked for it is off meanwhile and gone afterwards, and the focus with it;
 * then what it stood in takes the focus, or the button itself after another failure.
 */
function useRetry({ isFetching, refetch }: Loaded<unknown>): () => void {
  const asked = useRef<{ button: HTMLElement; place: HTMLElement | null } | null>(null);
  useEffect(() => {
    if (isFetching || asked.current === null) return;
    const { button, place } = asked.current;
    asked.current = null;
    if (document.activeElement !== document.body && document.activeElement !== button) return;
    (button.isConnected ? button : place)?.focus({ preventScroll: true });
  });
  return () => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement)
      asked.current = {
        button: activeElement,
        place: activeElement.closest<HTMLElement>("[role=dialog], main"),
      };
    refetch();
  };
}
