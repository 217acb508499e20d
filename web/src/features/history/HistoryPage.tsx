import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { type Loaded, QueryView } from "@/data/QueryView";
import { PageLink } from "@/features/site/PageLink";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { Tabs } from "@/ui/Tabs";
import { Head } from "./Head";
import { type Purchase, purchasesQuery, useEntries } from "./queries";
import { Entries, Purchases } from "./Rows";
import * as texts from "./texts/en";

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
        <Head />
      </header>
      <Tabs<Tab>
        label={texts.history}
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
          { value: "giveaways", label: texts.giveawayHistory, content: <GiveawayHistory /> },
          { value: "shop", label: texts.pointsShopHistory, content: <ShopHistory /> },
        ]}
      />
    </div>
  );
}

function GiveawayHistory() {
  const entries = useEntries();
  return (
    <Listed
      what={texts.yourGiveawayHistory}
      loading={texts.loadingGiveaways}
      query={entries}
      empty={
        <EmptyState
          art={<EmptyRows />}
          title={texts.haveNotEnteredGiveaway}
          actions={
            <PageLink to="/giveaways" className={buttonClass("gold")}>
              {texts.seeGiveaways}
            </PageLink>
          }
        >
          <p>{texts.everyGiveawayEnterWill}</p>
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
        what={texts.yourShopHistory}
        loading={texts.loadingPurchases}
        query={purchases}
        empty={
          <EmptyState
            art={<EmptyRows />}
            title={texts.haveNotBoughtAnything}
            actions={
              <PageLink to="/points-shop" className={buttonClass("gold")}>
                {texts.openPointsShop}
              </PageLink>
            }
          >
            <p>{texts.purchasesWillAppearHere}</p>
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
  loading: string;
  query: Loaded<readonly Row[]>;
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
};

function Listed<Row>({ what, loading, query, empty, children }: ListedProps<Row>) {
  return (
    <QueryView query={query} what={what} loading={<LoadingRows text={loading} />}>
      {(rows) => (rows.length === 0 ? <Card>{empty}</Card> : children(rows))}
    </QueryView>
  );
}

function LoadingRows({ text }: { text: string }) {
  return (
    <Card className="p-4 sm:p-6">
      <div role="status" className="flex flex-col gap-6">
        <span className="sr-only">{text}</span>
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
