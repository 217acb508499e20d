import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { BrokenSignal } from "@/ui/art/BrokenSignal";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { Notice } from "@/ui/Notice";
import { EmptyState, ErrorState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { asFailure } from "@/wire/failure";
import { HuntList } from "./HuntList";
import { LiveHunt } from "./LiveHunt";
import { type Order, orderOf, orders } from "./model";
import { huntsQuery, useLiveHunts } from "./queries";

type HuntsPageProps = {
  /** As it stands in the address. */
  order: string;
};

/** /bonus-hunts: the hunt that runs, and what all of them made. */
export function HuntsPage({ order: asked }: HuntsPageProps) {
  const order = orderOf(asked);
  const navigate = useNavigate();
  return (
    <div className="flex flex-col gap-8 pt-2 pb-4">
      <header>
        <p className="eyebrow">On stream</p>
        <h1 className="mt-3 text-3xl font-extrabold">Bonus Hunts</h1>
        <p className="mt-3 max-w-[34rem] text-muted">
          Bonuses are collected first and opened live, one after the other. Follow along here while
          they open.
        </p>
      </header>
      <Board
        order={order}
        onOrder={(next) =>
          void navigate({
            to: "/bonus-hunts",
            search: next === "date" ? {} : { sort: next },
            replace: true,
            resetScroll: false,
          })
        }
      />
    </div>
  );
}

type BoardProps = { order: Order; onOrder: (order: Order) => void };

function Board({ order, onOrder }: BoardProps) {
  const live = useLiveHunts();
  const { data, error, isFetching, refetch } = useQuery({ ...huntsQuery, ...live });
  if (data === undefined && error === null) return <LoadingBoard />;
  if (data === undefined)
    return (
      <Card>
        <ErrorState
          art={<BrokenSignal />}
          title="The bonus hunts could not be loaded"
          message={asFailure(error).message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  if (data.length === 0)
    return (
      <Card>
        <EmptyState art={<EmptyRows />} title="No bonus hunts yet">
          <p>The first one will appear here the moment the streamer begins to collect for it.</p>
        </EmptyState>
      </Card>
    );
  // More than one may be open; the newest is the one on stream.
  const running = data.find(({ status }) => status === "live");
  return (
    <>
      {error !== null && (
        <Notice tone="error">The list may not be up to date. {asFailure(error).message}</Notice>
      )}
      {running !== undefined && <LiveHunt hunt={running} />}
      <section aria-label="All hunts" className="flex flex-col gap-5">
        <SortBar order={order} onOrder={onOrder} />
        <HuntList hunts={data} order={order} />
      </section>
    </>
  );
}

/** How the list is sorted; two by two on phones. */
function SortBar({ order, onOrder }: BoardProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons are no form fields
    <div
      role="group"
      aria-label="Sort"
      className="well grid grid-cols-2 gap-1 self-start rounded-md p-1 max-sm:w-full sm:flex md:max-lg:grid"
    >
      {orders.map((option) => (
        <button
          key={option.order}
          type="button"
          aria-pressed={option.order === order}
          onClick={() => onOrder(option.order)}
          className={cx(
            "touch-target rounded-[9px] px-2 text-sm font-semibold whitespace-nowrap transition-colors sm:px-3.5",
            option.order === order
              ? "bg-ink-700 text-text shadow-card"
              : "text-muted hover:text-text",
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

function LoadingBoard() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">Loading the bonus hunts</span>
      <Skeleton className="h-12 w-96 max-w-full rounded-md" />
      <Card className="divide-y divide-line">
        {[0, 1, 2, 3, 4].map((row) => (
          <div key={row} className="flex items-center gap-6 px-5 py-5">
            <Skeleton className="h-5 w-40 rounded-sm" />
            <Skeleton className="h-5 w-24 rounded-sm max-lg:hidden" />
            <Skeleton className="h-5 w-16 rounded-sm max-lg:hidden" />
            <Skeleton className="ml-auto h-5 w-24 rounded-sm" />
          </div>
        ))}
      </Card>
    </div>
  );
}
