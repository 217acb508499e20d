import { lazy, Suspense, useEffect, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { useMember } from "@/features/session/store";
import { Purse } from "@/features/wallet/Purse";
import { Card } from "@/ui/Card";
import { CountedSection } from "@/ui/CountedSection";
import { cx } from "@/ui/cx";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { GiveawayCard } from "./GiveawayCard";
import { Head } from "./Head";
import {
  arrange,
  type Giveaway,
  type Giveaways,
  noPlaces,
  recentlyCancelled,
  recentlyWon,
  samePlaces,
} from "./model";
import { News } from "./News";
import { useGiveaways } from "./queries";
import { TicketRoll } from "./TicketArt";
import * as texts from "./texts/en";
import { Cancelled, LastWinner, Winners } from "./Winners";

const loadDialog = () => import("./EntryDialog");
const EntryDialog = lazy(loadDialog);

/** /giveaways: what can be won, and what has been. */
export function GiveawaysPage() {
  return (
    <div className="flex flex-col gap-8 pt-2 pb-4">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <Head />
        <Purse />
      </header>
      <Board />
    </div>
  );
}

function Board() {
  const ownerId = useMember()?.id ?? null;
  const query = useGiveaways(ownerId);
  return (
    <QueryView query={query} what={texts.theGiveaways} loading={<LoadingBoard />}>
      {(data) => <Loaded key={ownerId} {...data} />}
    </QueryView>
  );
}

function Loaded({ giveaways, own }: Giveaways) {
  const [opened, setOpened] = useState<Giveaway | null>(null);
  const [before, setPlaces] = useState(noPlaces);
  const places = arrange(before, giveaways);
  if (!samePlaces(before, places)) setPlaces(places);
  const isMember = useMember() !== null;
  useEffect(() => {
    // Fetched with the cards, so that no click waits for the dialog. Guests cannot open it.
    if (isMember) void loadDialog();
  }, [isMember]);

  const isOnlyOne = places.active.length + places.upcoming.length === 1;
  const card = (id: string) => {
    const giveaway = giveaways.find((one) => one.id === id);
    if (giveaway === undefined) return null;
    return (
      <li
        key={id}
        id={placeOf(id)}
        tabIndex={-1}
        className="min-w-0 animate-rise rounded-lg outline-offset-4"
      >
        <GiveawayCard
          giveaway={giveaway}
          own={own[id] ?? 0}
          isWide={isOnlyOne}
          onEnter={() => setOpened(giveaway)}
        />
      </li>
    );
  };
  const activeCount = giveaways.filter(isActive).length;
  const won = recentlyWon(giveaways);
  const grid = cx("grid gap-5", !isOnlyOne && "md:grid-cols-2");
  return (
    <>
      <News giveaways={giveaways} />
      {won[0] !== undefined && <LastWinner giveaway={won[0]} />}
      {places.active.length === 0 && places.upcoming.length === 0 && <Nothing />}
      {places.active.length > 0 && (
        <CountedSection
          className="not-first-of-type:mt-4"
          // Cards keep their places when their giveaways end; the last one takes the heading along.
          title={activeCount > 0 ? texts.active : texts.ended}
          count={activeCount || places.active.length}
        >
          <ul className={grid}>{places.active.map(card)}</ul>
        </CountedSection>
      )}
      {places.upcoming.length > 0 && (
        <CountedSection
          className="not-first-of-type:mt-4"
          title={texts.upcoming}
          count={places.upcoming.length}
        >
          <ul className={grid}>{places.upcoming.map(card)}</ul>
        </CountedSection>
      )}
      <Winners giveaways={won} own={own} />
      <Cancelled giveaways={recentlyCancelled(giveaways)} />
      {opened !== null && (
        <Suspense fallback={null}>
          <EntryDialog
            key={opened.id}
            opened={opened}
            giveaway={giveaways.find(({ id }) => id === opened.id)}
            own={own[opened.id] ?? 0}
            onClose={() => {
              setOpened(null);
              keepFocus(opened.id);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function placeOf(id: string): string {
  return `giveaway-${id}`;
}

/** The button that opened the dialog may be gone with the entry; then the card has the focus. */
function keepFocus(id: string): void {
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body)
      document.getElementById(placeOf(id))?.focus({ preventScroll: true });
  });
}

function isActive({ status }: Giveaway): boolean {
  return status === "active";
}

function Nothing() {
  return (
    <Card>
      <EmptyState art={<TicketRoll />} title={texts.noGiveawaysMoment}>
        <p>{texts.nextOneWillAppear}</p>
      </EmptyState>
    </Card>
  );
}

function LoadingBoard() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{texts.loadingGiveaways}</span>
      <Skeleton className="h-7 w-32 rounded-sm" />
      <div className="grid gap-5 md:grid-cols-2">
        {[0, 1].map((card) => (
          <Card key={card} className={cx("overflow-hidden", card === 1 && "max-md:hidden")}>
            <Skeleton className="h-60" />
            <div className="flex flex-col gap-3 p-5">
              <Skeleton className="h-6 w-52 max-w-full rounded-sm" />
              <Skeleton className="h-10 rounded-sm" />
              <Skeleton className="mt-3 h-5 w-44 rounded-sm" />
              <Skeleton className="mt-2 h-13 rounded-md" />
            </div>
          </Card>
        ))}
      </div>
    </div>
  );
}
