import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { useMember } from "@/features/session/store";
import { Purse } from "@/features/wallet/Purse";
import { fetchedAhead } from "@/ui/fetched-ahead";
import { ComingSoon } from "./ComingSoon";
import { Head } from "./Head";
import type { Step } from "./ItemDialog";
import type { Item, Order } from "./model";
import { useShop } from "./queries";
import { LoadingShelf, Shelf } from "./Shelf";
import * as texts from "./texts/en";

const loadDialog = () => import("./ItemDialog");
const ItemDialog = lazy(loadDialog);
const dialogAhead = fetchedAhead(loadDialog);

type ShopPageProps = {
  /** As it stands in the address. */
  order: Order;
};

/** /points-shop: what points can be traded for. */
export function ShopPage({ order }: ShopPageProps) {
  return (
    <div className="flex flex-col gap-8 pt-2 pb-4">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <Head />
        <Purse />
      </header>
      <Shop order={order} />
    </div>
  );
}

type Opened = { item: Item; firstStep: Step };

function Shop({ order }: ShopPageProps) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { items, comingSoon: config } = useShop(opened !== null);
  const { data } = items;
  const isMember = useMember() !== null;
  const isReadyToOpen = isMember && data !== undefined;
  useEffect(() => {
    // The dialogs are fetched once there is something to open, so that no click waits for them. Guests
    // buy nothing: for them the pointer decides.
    if (isReadyToOpen) void loadDialog();
  }, [isReadyToOpen]);

  // The items are shown also while nobody says whether there is an overlay; the server refuses what is too early.
  const isSoon = config.data ?? (config.errorUpdatedAt > 0 ? false : undefined);
  // Behind the overlay there is no shelf to wait for.
  const isReady = isSoon === true || data !== undefined;
  const query = {
    data: isReady ? isSoon : undefined,
    error: config.error ?? (config.data === true ? null : items.error),
    isFetching: config.isFetching || items.isFetching,
    refetch: () => void Promise.all([config.refetch(), items.refetch()]),
  };
  const shelf = (
    <Shelf
      items={data ?? []}
      order={order}
      onOrder={(sort) =>
        void navigate({
          to: "/points-shop",
          search: sort === "all" ? {} : { sort },
          replace: true,
          resetScroll: false,
        })
      }
      onOpen={(item, firstStep) => setOpened({ item, firstStep })}
      near={dialogAhead}
    />
  );
  return (
    <QueryView query={query} what={texts.theShop} loading={<LoadingShelf />}>
      {(comingSoon) => (
        <>
          {comingSoon ? <ComingSoon /> : shelf}
          {opened !== null && (
            <Suspense fallback={null}>
              <ItemDialog
                key={opened.item.id}
                opened={opened.item}
                item={data?.find(({ id, isActive }) => id === opened.item.id && isActive)}
                comingSoon={comingSoon}
                firstStep={opened.firstStep}
                onClose={() => setOpened(null)}
              />
            </Suspense>
          )}
        </>
      )}
    </QueryView>
  );
}
