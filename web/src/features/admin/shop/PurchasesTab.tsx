import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, Clock, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { BrokenSignal } from "@/ui/art/BrokenSignal";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { EmptyState, ErrorState } from "@/ui/PageState";
import { formatPoints, Points } from "@/ui/Points";
import { Select } from "@/ui/Select";
import { Skeleton } from "@/ui/Skeleton";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { asFailure } from "@/wire/failure";
import { Pages } from "../lists/Pages";
import {
  newestFirst,
  type Purchase,
  type PurchaseFilter,
  type PurchaseStatus,
  purchaseStatuses,
} from "./model";
import { purchasesQuery } from "./queries";

type PurchasesTabProps = {
  /** The purchase whose status is being set; the others wait for it. */
  busyId: string | null;
  onStatus: (purchase: Purchase, status: PurchaseStatus) => void;
};

/** The server tells no more than the newest so many. */
const TOLD_MAX = 1_000;
/** Rows of a page. */
const PAGE_LENGTH = 25;

const names: Readonly<Record<PurchaseStatus, string>> = {
  pending: "Pending",
  completed: "Completed",
  cancelled: "Cancelled",
};

const filters: readonly { value: PurchaseFilter; label: string }[] = [
  { value: "all", label: "All" },
  ...purchaseStatuses.map((value) => ({ value, label: names[value] })),
];

const choices = purchaseStatuses.map((value) => ({ value, label: names[value] }));

/** What members have bought, newest first. */
export function PurchasesTab(props: PurchasesTabProps) {
  const { data, error, isFetching, refetch } = useQuery(purchasesQuery);
  if (data === undefined && error !== null)
    return (
      <Card>
        <ErrorState
          art={<BrokenSignal />}
          title="The purchases could not be loaded"
          message={asFailure(error).message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  if (data === undefined) return <LoadingPurchases />;
  if (data.length === 0)
    return (
      <Card>
        <EmptyState art={<EmptyRows />} title="No purchases yet">
          <p>What members buy in the points shop is listed here, newest first.</p>
        </EmptyState>
      </Card>
    );
  return <Purchases purchases={newestFirst(data)} {...props} />;
}

function Purchases({
  purchases,
  ...props
}: PurchasesTabProps & { purchases: readonly Purchase[] }) {
  const [filter, setFilter] = useState<PurchaseFilter>("all");
  const [wantedPage, setPage] = useState(1);
  const fitting =
    filter === "all" ? purchases : purchases.filter(({ status }) => status === filter);
  const pages = Math.max(1, Math.ceil(fitting.length / PAGE_LENGTH));
  const page = Math.min(wantedPage, pages);
  const shown = fitting.slice((page - 1) * PAGE_LENGTH, page * PAGE_LENGTH);
  const show = (next: PurchaseFilter) => {
    setFilter(next);
    setPage(1);
  };
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <div className="max-w-full overflow-x-auto">
          <ToggleGroup label="Status" options={filters} value={filter} onValueChange={show} />
        </div>
        <p role="status" className="text-sm text-muted sm:ml-auto">
          {fitting.length === 1 ? "1 purchase" : `${formatPoints(fitting.length)} purchases`}
        </p>
      </div>
      {shown.length > 0 ? (
        <PurchaseTable purchases={shown} {...props} />
      ) : (
        <Card>
          <EmptyState
            art={<EmptyRows />}
            title={`No ${filter} purchases`}
            actions={<Button onClick={() => show("all")}>Show all purchases</Button>}
          />
        </Card>
      )}
      {pages > 1 && <Pages page={page} pages={pages} onPage={setPage} />}
      {purchases.length >= TOLD_MAX && (
        <p className="text-center text-sm text-muted">
          The newest {formatPoints(TOLD_MAX)} purchases are listed.
        </p>
      )}
    </div>
  );
}

const head = "px-3 py-3 text-left font-medium whitespace-nowrap first:pl-5 last:pr-5";
const cell = "px-3 py-3 first:pl-5 last:pr-5";
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

function PurchaseTable({
  purchases,
  busyId,
  onStatus,
}: PurchasesTabProps & { purchases: readonly Purchase[] }) {
  return (
    <Card className="relative overflow-x-auto">
      <table className="w-full min-w-[46rem] border-collapse text-sm">
        <caption className="sr-only">Purchases, newest first</caption>
        <thead className="border-b border-line text-muted">
          <tr>
            {["Item", "Member", "Points", "Bought", "Status"].map((name) => (
              <th key={name} scope="col" className={head}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {purchases.map((purchase) => (
            <PurchaseRow
              key={purchase.id}
              purchase={purchase}
              isBusy={purchase.id === busyId}
              isOff={busyId !== null}
              onStatus={(status) => onStatus(purchase, status)}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

type PurchaseRowProps = {
  purchase: Purchase;
  isBusy: boolean;
  /** This one or another is being set. */
  isOff: boolean;
  onStatus: (status: PurchaseStatus) => void;
};

function PurchaseRow({ purchase, isBusy, isOff, onStatus }: PurchaseRowProps) {
  const list = useFocusAfterBusy(isBusy);
  const { id, itemTitle, user, pointsCost, purchaseDate, status } = purchase;
  return (
    <tr className="transition-colors hover:bg-ink-850">
      <th scope="row" className={cx(cell, "text-left font-semibold [overflow-wrap:anywhere]")}>
        {itemTitle}
        <span className="block text-xs font-normal text-muted">No. {id}</span>
      </th>
      <td className={cx(cell, "[overflow-wrap:anywhere]")}>
        <Link
          to="/admin/accounts"
          search={{ q: user.username }}
          className="inline-flex min-h-6 items-center underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          {user.username}
        </Link>
      </td>
      <td className={cell}>
        <Points amount={pointsCost} className="align-middle" />
      </td>
      <td className={cx(cell, "whitespace-nowrap text-muted")}>
        <time dateTime={purchaseDate}>{moment.format(new Date(purchaseDate))}</time>
      </td>
      <td className={cell}>
        <span className="flex items-center gap-3">
          <Select
            ref={list}
            size="sm"
            label={`Status of purchase ${id}, ${itemTitle} for ${user.username}`}
            labelHidden
            options={choices}
            value={status}
            disabled={isOff}
            aria-busy={isBusy}
            onValueChange={onStatus}
            className="w-34"
          />
          <StatusMark status={status} />
        </span>
      </td>
    </tr>
  );
}

/** A list that is off loses the focus; it has it again afterwards, if nothing else has taken it. */
function useFocusAfterBusy(isBusy: boolean) {
  const list = useRef<HTMLSelectElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const focused = document.activeElement;
    const isFree = focused === document.body || focused?.id === "main";
    if (wasBusy.current && !isBusy && isFree) list.current?.focus({ preventScroll: true });
    wasBusy.current = isBusy;
  }, [isBusy]);
  return list;
}

/** The list says the status; this says it at a glance. */
function StatusMark({ status }: { status: PurchaseStatus }) {
  const marks = {
    pending: { tone: "plain", Icon: Clock },
    completed: { tone: "win", Icon: Check },
    cancelled: { tone: "loss", Icon: X },
  } as const;
  const { tone, Icon } = marks[status];
  return (
    <span aria-hidden="true">
      <Badge tone={tone}>
        <Icon className="size-3.5" />
      </Badge>
    </span>
  );
}

function LoadingPurchases() {
  return (
    <Card className="flex flex-col gap-5 p-5">
      <div role="status">
        <span className="sr-only">Loading the purchases</span>
      </div>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="flex items-center gap-6">
          <Skeleton className="h-5 flex-1 rounded-sm" />
          <Skeleton className="h-5 w-28 rounded-sm" />
          <Skeleton className="h-10 w-32 rounded-sm" />
        </div>
      ))}
    </Card>
  );
}
