import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { QueryView } from "@/data/QueryView";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { choiceOf, useListAddress, useStandingPage } from "../lists/address";
import { ListBar } from "../lists/ListBar";
import { Pages } from "../lists/Pages";
import { useKeptFocus } from "../lists/use-kept-focus";
import { AdminPage } from "../shell/AdminPage";
import { RefreshButton } from "../shell/RefreshButton";
import { AuditEntry } from "./AuditEntry";
import { byDay } from "./days";
import { readSide } from "./facts";
import { type AuditItem, type AuditRows, type AuditSearch, auditQuery, orders } from "./queries";
import * as texts from "./texts/en";

/** /admin/audit: what admins have done. */
export function AuditPage() {
  const [{ page, q, sort, after }, turn] = useListAddress();
  const search: AuditSearch = { page, q, sort: choiceOf(orders, sort), after };
  const { data, isPlaceholderData, refetch } = useQuery(auditQuery(search));
  useStandingPage(isPlaceholderData ? undefined : data?.pages);
  return (
    <AdminPage
      title={texts.audit}
      lead={texts.intro}
      actions={<RefreshButton onRefresh={refetch} />}
    >
      <div className="flex flex-col gap-5">
        <ListBar
          label={texts.searchAudit}
          placeholder={texts.searchHint}
          text={search.q}
          onSearch={(text) => turn({ q: text, page: 1, after: "" })}
          orders={orders}
          order={search.sort}
          onOrder={(order) => turn({ sort: order === "newest" ? "" : order, page: 1 })}
        />
        <Entries search={search} onTurn={turn} />
      </div>
    </AdminPage>
  );
}

type EntriesProps = {
  search: AuditSearch;
  onTurn: (change: { q?: string; page: number; after?: string }) => void;
};

function Entries({ search, onTurn }: EntriesProps) {
  const query = useQuery(auditQuery(search));
  return (
    <QueryView query={query} what={texts.theAudit} loading={<LoadingEntries />}>
      {(data) => (
        <LoadedEntries
          search={search}
          onTurn={onTurn}
          data={data}
          readAt={query.dataUpdatedAt}
          isPrevious={query.isPlaceholderData}
        />
      )}
    </QueryView>
  );
}

type LoadedEntriesProps = EntriesProps & {
  data: AuditRows;
  /** In milliseconds; says which day is today. */
  readAt: number;
  /** Rows of another search, shown until those asked for are there. */
  isPrevious: boolean;
};

function LoadedEntries({ search, onTurn, data, readAt, isPrevious }: LoadedEntriesProps) {
  const list = useKeptFocus();
  // That another search found nothing says nothing of this one, and a page that has gone is about to
  // be left.
  const hasNone = data.items.length === 0;
  if (hasNone && (isPrevious || data.total > 0)) return <LoadingEntries />;
  if (hasNone) return <NoEntries search={search} onTurn={onTurn} left={data.left} />;
  const isPart = data.left !== null || search.after !== "";
  const count = isPart ? texts.entriesFoundInPart : texts.entriesFound;
  const takenBack = takenBackIn(data.items);
  return (
    <>
      <p role="status" className="-mb-2 text-sm text-muted">
        {(search.q === "" ? texts.entryCount : count)(data.total)}
      </p>
      <div
        ref={list}
        tabIndex={-1}
        aria-busy={isPrevious}
        className={cx(
          "flex flex-col gap-5 rounded-lg outline-offset-4 transition-opacity",
          isPrevious && "opacity-55",
        )}
      >
        {byDay(data.items, readAt).map(({ heading, items }) => (
          <DayEntries
            key={heading}
            heading={heading}
            items={items}
            takenBack={takenBack}
            onSearch={(q) => onTurn({ q, page: 1 })}
          />
        ))}
        {search.page >= data.pages && <SearchOn search={search} onTurn={onTurn} left={data.left} />}
      </div>
      {data.pages > 1 && (
        <Pages page={search.page} pages={data.pages} onPage={(page) => onTurn({ page })} />
      )}
    </>
  );
}

type SearchOnProps = EntriesProps & Pick<AuditRows, "left">;

/** Leads to the part of the audit that a search has not read. */
function SearchOn({ search, onTurn, left }: SearchOnProps) {
  if (left === null) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="text-sm text-muted">{texts.searchedTo[search.sort](left.at)}</p>
      <Button onClick={() => onTurn({ after: left.after, page: 1 })}>
        {texts.searchOn[search.sort]}
      </Button>
    </div>
  );
}

type DayEntriesProps = {
  heading: string;
  items: readonly AuditItem[];
  takenBack: ReadonlySet<string>;
  onSearch: (text: string) => void;
};

function DayEntries({ heading, items, takenBack, onSearch }: DayEntriesProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="eyebrow mb-2 font-sans">
        {heading}
      </h2>
      <Card className="overflow-hidden">
        <ol aria-labelledby={id} className="divide-y divide-line">
          {items.map((item) => (
            <AuditEntry
              key={item.id}
              item={item}
              isTakenBack={takenBack.has(item.id)}
              onSearch={onSearch}
            />
          ))}
        </ol>
      </Card>
    </section>
  );
}

/** The grants that these entries took back. */
function takenBackIn(items: readonly AuditItem[]): ReadonlySet<string> {
  const undone = items.filter(({ action }) => action === "points.undo");
  return new Set(undone.flatMap(({ after }) => readSide(after).texts.grant ?? []));
}

function NoEntries({ search, onTurn, left }: SearchOnProps) {
  if (search.q === "") {
    return (
      <Card>
        <EmptyState art={<EmptyRows />} title={texts.noEntriesYet}>
          <p>{texts.firstChangeMadeFrom}</p>
        </EmptyState>
      </Card>
    );
  }
  const isPart = left !== null || search.after !== "";
  const none = isPart ? texts.noEntryMatchesInPart : texts.noEntryMatches;
  return (
    <>
      <Card>
        <EmptyState
          art={<EmptyRows />}
          title={texts.noEntriesMatch}
          actions={<Button onClick={() => onTurn({ q: "", page: 1 })}>{texts.clearSearch}</Button>}
        >
          <p className="[overflow-wrap:anywhere]">{none(search.q)}</p>
        </EmptyState>
      </Card>
      <SearchOn search={search} onTurn={onTurn} left={left} />
    </>
  );
}

/** Rows that are drawn while the entries are loaded. */
const ROWS = [0, 1, 2, 3, 4, 5, 6, 7];

function LoadingEntries() {
  return (
    <Card role="status" className="flex flex-col divide-y divide-line">
      <span className="sr-only">{texts.loadingAudit}</span>
      {ROWS.map((row) => (
        <div key={row} className="flex h-11 items-center justify-between gap-6 px-4">
          <Skeleton className="h-4 w-2/3 rounded-sm" />
          <Skeleton className="h-4 w-14 rounded-sm" />
        </div>
      ))}
    </Card>
  );
}
