import { useQuery } from "@tanstack/react-query";
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
import { AdminPage } from "../shell/AdminPage";
import { RefreshButton } from "../shell/RefreshButton";
import { AuditEntry } from "./AuditEntry";
import { type AuditRows, type AuditSearch, auditQuery, orders } from "./queries";
import * as texts from "./texts/en";

/** /admin/audit: what admins have done. */
export function AuditPage() {
  const [{ page, q, sort }, turn] = useListAddress();
  const search: AuditSearch = { page, q, sort: choiceOf(orders, sort) };
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
          onSearch={(text) => turn({ q: text, page: 1 })}
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
  onTurn: (change: { q?: string; page: number }) => void;
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
          isPrevious={query.isPlaceholderData}
        />
      )}
    </QueryView>
  );
}

type LoadedEntriesProps = EntriesProps & {
  data: AuditRows;
  /** Rows of another search, shown until those asked for are there. */
  isPrevious: boolean;
};

function LoadedEntries({ search, onTurn, data, isPrevious }: LoadedEntriesProps) {
  // That another search found nothing says nothing of this one, and a page that has gone is about to
  // be left.
  const hasNone = data.items.length === 0;
  if (hasNone && (isPrevious || data.total > 0)) return <LoadingEntries />;
  if (hasNone) return <NoEntries search={search} onTurn={onTurn} />;
  return (
    <>
      <p role="status" className="-mb-2 text-sm text-muted">
        {(search.q === "" ? texts.entryCount : texts.entriesFound)(data.total)}
      </p>
      <div
        aria-busy={isPrevious}
        className={cx("flex flex-col gap-4 transition-opacity", isPrevious && "opacity-55")}
      >
        {data.items.map((item) => (
          <AuditEntry key={item.id} item={item} onSubject={(q) => onTurn({ q, page: 1 })} />
        ))}
      </div>
      {data.pages > 1 && (
        <Pages page={search.page} pages={data.pages} onPage={(page) => onTurn({ page })} />
      )}
    </>
  );
}

function NoEntries({ search, onTurn }: EntriesProps) {
  return (
    <Card>
      <EmptyState
        art={<EmptyRows />}
        title={search.q === "" ? texts.noEntriesYet : texts.noEntriesMatch}
        {...(search.q !== "" && {
          actions: <Button onClick={() => onTurn({ q: "", page: 1 })}>{texts.clearSearch}</Button>,
        })}
      >
        {search.q === "" ? (
          <p>{texts.firstChangeMadeFrom}</p>
        ) : (
          <p className="[overflow-wrap:anywhere]">{texts.noEntryMatches(search.q)}</p>
        )}
      </EmptyState>
    </Card>
  );
}

function LoadingEntries() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{texts.loadingAudit}</span>
      {[0, 1, 2, 3].map((row) => (
        <Card key={row} className="flex flex-col gap-4 p-5">
          <Skeleton className="h-6 w-56 rounded-sm" />
          <Skeleton className="h-5 rounded-sm" />
        </Card>
      ))}
    </div>
  );
}
