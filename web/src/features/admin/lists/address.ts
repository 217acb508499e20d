import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";

/** Which part of a list is on show, as it stands in the address of its page. */
export type ListAddress = {
  q: string;
  /** From 1. */
  page: number;
  /** In the words of the address, as the next one; empty where it says nothing. */
  sort: string;
  /** The state that its rows have; empty where it says nothing. */
  status: string;
  /** Where a search continues that the server reads in parts; empty for a new one. */
  after: string;
};

/** What the address says of the list on the page, and the way to another part of it. */
export function useListAddress(): [ListAddress, (change: Partial<ListAddress>) => void] {
  const {
    q = "",
    page = 1,
    sort = "",
    status = "",
    after = "",
    tab,
  } = useSearch({ strict: false });
  const navigate = useNavigate();
  const turn = (change: Partial<ListAddress>) => {
    const next = { q, page, sort, status, after, ...change };
    const isSameList = next.q === q && next.sort === sort && next.status === status;
    const isPage = isSameList && (next.page !== page || next.after !== after);
    void navigate({
      to: ".",
      search: {
        ...(tab !== undefined && { tab }),
        ...(next.q !== "" && { q: next.q }),
        ...(next.status !== "" && { status: next.status }),
        // Another search starts with the first part.
        ...(isSameList && next.after !== "" && { after: next.after }),
        ...(next.page > 1 && { page: next.page }),
        ...(next.sort !== "" && { sort: next.sort }),
      },
      // The way back leads through pages, not through every letter typed.
      replace: !isPage,
      resetScroll: isPage,
    });
  };
  return [{ q, page, sort, status, after }, turn];
}

/**
 * Leads on from a page that is none any more, such as the last one when its last row has left, to the
 * last that there is. How many there are is undefined while it is being asked.
 */
export function useStandingPage(pages: number | undefined): void {
  const { page = 1, ...others } = useSearch({ strict: false });
  const navigate = useNavigate();
  const isGone = pages !== undefined && page > Math.max(pages, 1);
  useEffect(() => {
    if (!isGone) return;
    void navigate({
      to: ".",
      search: { ...others, ...(pages > 1 && { page: pages }) },
      // The way back would lead here again.
      replace: true,
      resetScroll: false,
    });
  });
}

/** The choice that a word of the address names; the first one if it names none. */
export function choiceOf<Value extends string>(
  choices: readonly [{ value: Value }, ...{ value: Value }[]],
  word: string,
): Value {
  return choices.find(({ value }) => value === word)?.value ?? choices[0].value;
}
