import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { type Loaded, QueryView } from "@/data/QueryView";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { Tabs } from "@/ui/Tabs";
import { type Purchase, purchasesQuery, useEntries } from "./queries";
import { Entries, Purchases } from "./Rows";

const loadDialog = () => import("./CancelDialog");
const CancelDialog = lazy(loadDialog);

type Tab = "giveaways" | "shop";

type HistoryPageProps = {
  /** As it stands in the address. */
  tab: Tab;
};

/** /history: the member's giveaways and purchases. */
export function HistoryPage({ tab }: HistoryPageProps) {
  const navigate = useNavigate();
  return (
    <div className="flex flex-col gap-8 pt-2 pb-4">
      <header>
        <p className="eyebrow">Your points</p>
        <h1 className="mt-3 text-3xl font-extrabold">History</h1>
        <p className="mt-3 max-w-[34rem] text-muted">
          What you entered and what you bought, and what became of it.
        </p>
      </header>
      <Tabs<Tab>
        label="History"
        value={tab}
        onValueChange={(next) =>
          void navigate({
            to: "/history",
            search: next === "shop" ? { tab: next } : {},
            replace: true,
            resetScroll: false,
          })
        }
        tabs={[
          { value: "giveaways", label: "Giveaway History", content: <GiveawayHistory /> },
          { value: "shop", label: "Points Shop History", content: <ShopHistory /> },
        ]}
      />
    </div>
  );
}

function GiveawayHistory() {
  const entries = useEntries();
  return (
    <Listed
      what="giveaway history"
      query={entries}
      empty={
        <EmptyState
          art={<EmptyRows />}
          title="You have not entered a giveaway yet"
          actions={
            <Link to="/giveaways" className={buttonClass("gold")}>
              See the giveaways
            </Link>
          }
        >
          <p>Every giveaway that you enter will appear here, with the proof of its draw.</p>
        </EmptyState>
      }
    >
      {(rows) => <Entries rows={rows} />}
    </Listed>
  );
}

function ShopHistory() {
  const purchases = useQuery(purchasesQuery);
  const [cancelling, setCancelling] = useState<Purchase | null>(null);
  return (
    <>
      <Listed
        what="points shop history"
        query={purchases}
        empty={
          <EmptyState
            art={<EmptyRows />}
            title="You have not bought anything yet"
            actions={
              <Link to="/points-shop" className={buttonClass("gold")}>
                Open the points shop
              </Link>
            }
          >
            <p>Your purchases will appear here.</p>
          </EmptyState>
        }
      >
        {(rows) => <Purchases rows={rows} onCancel={setCancelling} />}
      </Listed>
      {cancelling !== null && (
        <Suspense fallback={null}>
          <CancelDialog
            key={cancelling.id}
            purchase={cancelling}
            onClose={() => {
              setCancelling(null);
              keepFocus(cancelling.id);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** The button that asked is gone with the purchase; then its row has the focus. */
function keepFocus(id: string): void {
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body)
      document.getElementById(`purchase-${id}`)?.focus({ preventScroll: true });
  });
}

type ListedProps<Row> = {
  what: string;
  query: Loaded<readonly Row[]>;
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
};

function Listed<Row>({ what, query, empty, children }: ListedProps<Row>) {
  return (
    <QueryView query={query} what={`Your ${what}`} loading={<LoadingRows what={what} />}>
      {(rows) => (rows.length === 0 ? <Card>{empty}</Card> : children(rows))}
    </QueryView>
  );
}

function LoadingRows({ what }: { what: string }) {
  return (
    <Card className="p-4 sm:p-6">
      <div role="status" className="flex flex-col gap-6">
        <span className="sr-only">Loading your {what}</span>
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className="flex items-center justify-between gap-6">
            <div className="flex min-w-0 flex-1 flex-col gap-2">
              <Skeleton className="h-5 w-56 max-w-full rounded-sm" />
              <Skeleton className="h-4 w-40 max-w-full rounded-sm" />
            </div>
            <Skeleton className="h-6 w-20 rounded-full" />
          </div>
        ))}
      </div>
    </Card>
  );
}
