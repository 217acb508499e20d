import { type ReactNode, useEffect, useRef } from "react";
import { BrokenSignal } from "@/ui/art/BrokenSignal";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Notice } from "@/ui/Notice";
import { ErrorState } from "@/ui/PageState";
import type { CallFailure } from "@/wire/failure";
import * as texts from "./texts/en";
import { useFailure } from "./use-failure";

/** What is shown of a query, or of several that are loaded together. */
export type Loaded<Data> = {
  data: Data | undefined;
  error: Error | null;
  /** Of one query, not of several: see `useFailure`. */
  errorUpdatedAt?: number;
  isFetching: boolean;
  refetch: () => unknown;
};

type QueryViewProps<Data> = {
  query: Loaded<Data>;
  /** What is loaded, as the start of a sentence: "The challenges". */
  what: string;
  loading: ReactNode;
  /** How a failed first load is shown: bare in a dialog, a notice in a part of a card or a form. */
  failedAs?: "card" | "bare" | "notice";
  /** The heading of a failed load, where it is not "`what` could not be loaded". */
  failed?: string;
  /** The notice above data that could not be refreshed, where it is not "`what` may be out of date". */
  outdated?: string;
  /** Margins of the notices, where the data brings its own. */
  noticeClass?: string;
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
  failedAs = "card",
  failed = texts.couldNotLoad(what),
  outdated,
  noticeClass,
  renderFailure,
  children,
}: QueryViewProps<Data>) {
  const { data, isFetching } = query;
  const retry = useRetry(query);
  const failure = useFailure(query);
  const replaced = failure === null ? null : renderFailure?.(failure);
  if (replaced !== undefined && replaced !== null) return replaced;
  const notice = (text: string) => (
    <Notice
      tone="error"
      className={noticeClass}
      action={
        <Button size="sm" onClick={retry} busy={isFetching}>
          {texts.retry}
        </Button>
      }
    >
      {text}
    </Notice>
  );
  if (data !== undefined)
    return (
      <>
        {failure !== null && notice(outdated ?? texts.mayOutDate(what, failure.message))}
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
  if (failedAs === "notice") return notice(texts.failedBecause(failed, failure.message));
  const state = (
    <ErrorState
      art={<BrokenSignal />}
      title={failed}
      message={failure.message}
      onRetry={retry}
      retrying={isFetching}
    />
  );
  return failedAs === "card" ? <Card>{state}</Card> : state;
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
