import { useQuery } from "@tanstack/react-query";
import { BrokenSignal } from "@/ui/art/BrokenSignal";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { EmptyState, ErrorState } from "@/ui/PageState";
import { formatPoints } from "@/ui/Points";
import { Skeleton } from "@/ui/Skeleton";
import { asFailure } from "@/wire/failure";
import { useListAddress } from "../lists/address";
import { Pages } from "../lists/Pages";
import { SearchField } from "../lists/SearchField";
import { AdminPage } from "../shell/AdminPage";
import { RefreshButton } from "../shell/RefreshButton";
import { AuditEntry } from "./AuditEntry";
import { type AuditSearch, auditQuery } from "./queries";

/** /admin/audit: what admins have done, newest first. */
export function AuditPage() {
  const [search, turn] = useListAddress();
  const onSearch = (part: AuditSearch) => turn({ ...part, sort: "" });
  const { refetch } = useQuery(auditQuery(search));
  return (
    <AdminPage
      title="Audit"
      lead="Whatever is done from this panel leaves a row here. Nothing is ever rewritten."
      actions={<RefreshButton onRefresh={refetch} />}
    >
      <div className="flex flex-col gap-5">
        <SearchField
          label="Search the audit"
          placeholder="Who, what, on whom, or a value"
          text={search.q}
          onSearch={(q) => onSearch({ q, page: 1 })}
        />
        <Entries search={search} onSearch={onSearch} />
      </div>
    </AdminPage>
  );
}

type EntriesProps = { search: AuditSearch; onSearch: (search: AuditSearch) => void };

function Entries({ search, onSearch }: EntriesProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(auditQuery(search));
  if ((data === undefined || isPlaceholderData) && error !== null)
    return (
      <Card>
        <ErrorState
          art={<BrokenSignal />}
          title="The audit could not be loaded"
          message={asFailure(error).message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  if (data === undefined) return <LoadingEntries />;
  if (data.items.length === 0)
    return <NoEntries search={search} total={data.total} onSearch={onSearch} />;
  return (
    <>
      <p role="status" className="-mb-2 text-sm text-muted">
        {formatPoints(data.total)} {data.total === 1 ? "row" : "rows"}
        {search.q !== "" && " found"}
      </p>
      <div
        aria-busy={isPlaceholderData}
        className={cx("flex flex-col gap-4 transition-opacity", isPlaceholderData && "opacity-55")}
      >
        {data.items.map((item) => (
          <AuditEntry key={item.id} item={item} onSubject={(q) => onSearch({ q, page: 1 })} />
        ))}
      </div>
      {data.pages > 1 && (
        <Pages
          page={search.page}
          pages={data.pages}
          onPage={(page) => onSearch({ ...search, page })}
        />
      )}
    </>
  );
}

function NoEntries({ search, total, onSearch }: EntriesProps & { total: number }) {
  if (total > 0)
    return (
      <Card>
        <EmptyState
          art={<EmptyRows />}
          title="Nothing stands on this page"
          actions={
            <Button onClick={() => onSearch({ ...search, page: 1 })}>To the newest rows</Button>
          }
        />
      </Card>
    );
  return (
    <Card>
      <EmptyState
        art={<EmptyRows />}
        title={search.q === "" ? "Nothing has been done yet" : "No row fits"}
        {...(search.q !== "" && {
          actions: <Button onClick={() => onSearch({ q: "", page: 1 })}>Clear the search</Button>,
        })}
      >
        {search.q === "" ? (
          <p>The first change made from this panel will stand here.</p>
        ) : (
          <p className="[overflow-wrap:anywhere]">Nothing in the audit fits “{search.q}”.</p>
        )}
      </EmptyState>
    </Card>
  );
}

function LoadingEntries() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading the audit</span>
      {[0, 1, 2, 3].map((row) => (
        <Card key={row} className="flex flex-col gap-4 p-5">
          <Skeleton className="h-6 w-56 rounded-sm" />
          <Skeleton className="h-5 rounded-sm" />
        </Card>
      ))}
    </div>
  );
}
