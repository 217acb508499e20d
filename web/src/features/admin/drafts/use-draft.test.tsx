import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it } from "vitest";
import { queryClient } from "@/wire/queries";
import type { Draft, Live, Trait } from "./model";
import type { DraftList } from "./publish";
import { createDrafts } from "./store";
import { useDraft } from "./use-draft";

type Entry = { id: string; title: string };

const traits: readonly Trait<Entry>[] = [{ label: "Title", text: ({ title }) => title }];
const queryKey = ["test", "list"];

const live = (version: string, title: string): Live<Entry> => ({
  version,
  entries: [
    { id: "1", title },
    { id: "2", title: "Two" },
  ],
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

afterEach(() => {
  localStorage.clear();
  queryClient.clear();
});

it("merges a draft only with lists that are read from the server, not with older cached ones", async () => {
  const draft: Draft<Entry> = {
    base: live("v2", "Theirs"),
    entries: [
      { id: "1", title: "Theirs" },
      { id: "2", title: "Mine" },
    ],
    conflicts: [],
  };
  localStorage.setItem("pointhouse.admin.shop", JSON.stringify(draft));
  let next = live("v2", "Theirs");
  const list: DraftList<Entry> = {
    queryKey,
    traits,
    drafts: createDrafts<Entry>({ name: "admin.shop", read: readEntries, traits }),
    read: () => Promise.resolve(next),
    send: () => Promise.reject(new Error("not sent here")),
  };
  const drafts: unknown[] = [];
  const stop = list.drafts.use.subscribe((state) => drafts.push(state.draft));
  queryClient.setQueryData(queryKey, live("v1", "One"));
  const { result } = renderHook(() => useDraft(list), { wrapper });
  await waitFor(() => expect(result.current.live?.version).toBe("v2"));
  expect(drafts).toEqual([]);

  // A sale changes what is cached, without a read.
  act(() => void queryClient.setQueryData(queryKey, live("v1", "Sold")));
  await waitFor(() => expect(result.current.live?.version).toBe("v1"));
  expect(drafts).toEqual([]);

  next = live("v3", "Theirs again");
  await act(() => queryClient.invalidateQueries({ queryKey }));
  await waitFor(() => expect(result.current.entries?.[0]?.title).toBe("Theirs again"));
  expect(drafts).toMatchObject([{ base: { version: "v3" } }, { conflicts: [] }]);
  stop();
});

function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && "id" in value && "title" in value;
}

function readEntries(stored: unknown): readonly Entry[] | null {
  return Array.isArray(stored) && stored.every(isEntry) ? stored : null;
}
