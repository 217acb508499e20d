import { useNavigate } from "@tanstack/react-router";
import { QueryView } from "@/data/QueryView";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { Head } from "./Head";
import { HuntList } from "./HuntList";
import { LiveHunt } from "./LiveHunt";
import { type Hunt, type Order, orders } from "./model";
import { useHunts } from "./queries";
import * as texts from "./texts/en";

type HuntsPageProps = {
  order: Order;
};

/** /bonus-hunts: the hunt that runs, and what all of them made. */
export function HuntsPage({ order }: HuntsPageProps) {
  const navigate = useNavigate();
  return (
    <div className="flex flex-col gap-8 pt-2 pb-4">
      <header>
        <Head />
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
  const query = useHunts();
  return (
    <QueryView query={query} what={texts.textBonusHunts} loading={<LoadingBoard />}>
      {(hunts) => <Hunts hunts={hunts} order={order} onOrder={onOrder} />}
    </QueryView>
  );
}

function Hunts({ hunts, order, onOrder }: BoardProps & { hunts: readonly Hunt[] }) {
  if (hunts.length === 0)
    return (
      <Card>
        <EmptyState art={<EmptyRows />} title={texts.noBonusHuntsYet}>
          <p>{texts.firstOneWillAppear}</p>
        </EmptyState>
      </Card>
    );
  // More than one may be open; the newest is the one on stream.
  const running = hunts.find(({ status }) => status === "live");
  return (
    <>
      {running !== undefined && <LiveHunt hunt={running} />}
      <section aria-label={texts.allHunts} className="flex flex-col gap-5">
        <SortBar order={order} onOrder={onOrder} />
        <HuntList hunts={hunts} order={order} />
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
      aria-label={texts.sort}
      className="well grid grid-cols-2 gap-1 self-start rounded-md p-1 max-sm:w-full sm:flex"
    >
      {orders.map((option) => (
        <button
          key={option.order}
          type="button"
          aria-pressed={option.order === order}
          onClick={() => onOrder(option.order)}
          className={cx(
            "touch-target rounded-[9px] px-2 text-sm font-semibold transition-colors sm:px-3.5 sm:whitespace-nowrap",
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
      <span className="sr-only">{texts.loadingBonusHunts}</span>
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
