import { useNavigate, useSearch } from "@tanstack/react-router";

/** Which part of a list is on show, as it stands in the address of its page. */
export type ListAddress = {
  q: string;
  /** From 1. */
  page: number;
  /** In the words of the address; empty where it says nothing. */
  sort: string;
};

/** What the address says of the list on the page, and the way to another part of it. */
export function useListAddress(): [ListAddress, (next: ListAddress) => void] {
  const { q = "", page = 1, sort = "" } = useSearch({ strict: false });
  const navigate = useNavigate();
  const turn = (next: ListAddress) => {
    const isPage = next.page !== page && next.q === q;
    void navigate({
      to: ".",
      search: {
        ...(next.q !== "" && { q: next.q }),
        ...(next.page > 1 && { page: next.page }),
        ...(next.sort !== "" && { sort: next.sort }),
      },
      // The way back leads through pages, not through every letter typed.
      replace: !isPage,
      resetScroll: isPage,
    });
  };
  return [{ q, page, sort }, turn];
}
