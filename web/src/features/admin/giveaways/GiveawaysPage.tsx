import { Plus } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { CountedSection } from "@/ui/CountedSection";
import { Message, useMessage } from "@/ui/Message";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { AdminPage } from "../shell/AdminPage";
import { useFormDefaults } from "../status/form-defaults";
import { type GiveawayAction, GiveawayCard } from "./GiveawayCard";
import type { Giveaway } from "./model";
import type { Opened } from "./OpenDialog";
import { useGiveaways } from "./queries";
import * as texts from "./texts/en";

const loadDialog = () => import("./OpenDialog");
const OpenDialog = lazy(loadDialog);

/** /admin/giveaways: what can be won, what will be and what has been, and all that is done with it. */
export function GiveawaysPage() {
  // The form begins with them.
  useFormDefaults();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { message, say, hush } = useMessage();
  const query = useGiveaways();
  // The forms come behind the page, before anybody asks for one.
  useEffect(() => void loadDialog(), []);
  const open = (next: Opened) => {
    hush();
    setOpened(next);
  };
  const create = () => open({ action: "create" });
  return (
    <AdminPage
      title={texts.giveaways}
      lead={texts.oneDrawEachAnybody}
      actions={
        <Button
          tone="gold"
          onClick={create}
          icon={<Plus aria-hidden="true" className="size-4.5" />}
        >
          {texts.createGiveaway}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <Message message={message} className="sticky top-19 z-10 lg:top-3" />
        <QueryView query={query} what={texts.theGiveaways} loading={<LoadingCards />}>
          {(giveaways) => (
            <Sections
              giveaways={giveaways}
              onOpen={(action, giveaway) => open({ action, giveaway })}
              onCreate={create}
            />
          )}
        </QueryView>
      </div>
      {opened !== null && (
        <Suspense fallback={null}>
          <OpenDialog
            opened={opened}
            giveaways={query.data ?? []}
            onClose={() => {
              setOpened(null);
              if (opened.action !== "create") keepFocus(opened.giveaway.id);
            }}
            onDone={(text) => say("success", text)}
          />
        </Suspense>
      )}
    </AdminPage>
  );
}

function placeOf(id: string): string {
  return `giveaway-${id}`;
}

/** The button that opened a dialog may be gone with what was done; then the card has the focus. */
function keepFocus(id: string): void {
  setTimeout(() => {
    const { activeElement, body } = document;
    const main = document.getElementById("main");
    // The page's content has it where nothing else would take it.
    if (activeElement !== null && activeElement !== body && activeElement !== main) return;
    const place = document.getElementById(placeOf(id)) ?? main;
    place?.focus({ preventScroll: true });
  });
}

type SectionsProps = {
  giveaways: readonly Giveaway[];
  onOpen: (action: GiveawayAction, giveaway: Giveaway) => void;
  onCreate: () => void;
};

/** Ended giveaways that are shown at once. */
const ENDED_STEP = 12;

function Sections({ giveaways, onOpen, onCreate }: SectionsProps) {
  const [endedShown, setEndedShown] = useState(ENDED_STEP);
  if (giveaways.length === 0)
    return (
      <Card>
        <EmptyState
          art={<EmptyRows />}
          title={texts.noGiveawaysYet}
          actions={<Button onClick={onCreate}>{texts.createFirstOne}</Button>}
        >
          <p>{texts.whatCreateStandsPublic}</p>
        </EmptyState>
      </Card>
    );
  const of = (status: Giveaway["status"]) => giveaways.filter((one) => one.status === status);
  const [active, upcoming, ended] = [of("active"), of("upcoming"), of("ended")];
  const cards = (list: readonly Giveaway[]) => <Cards giveaways={list} onOpen={onOpen} />;
  return (
    <div className="flex flex-col gap-8">
      <CountedSection titleClass="text-lg" title={texts.active} count={active.length}>
        {active.length === 0 ? <Nothing>{texts.nothingRunsMoment}</Nothing> : cards(active)}
      </CountedSection>
      {upcoming.length > 0 && (
        <CountedSection titleClass="text-lg" title={texts.upcoming} count={upcoming.length}>
          {cards(upcoming)}
        </CountedSection>
      )}
      {ended.length > 0 && (
        <CountedSection titleClass="text-lg" title={texts.ended} count={ended.length}>
          {cards(ended.slice(0, endedShown))}
          {ended.length > endedShown && (
            <Button
              className="self-center"
              onClick={() => setEndedShown((shown) => shown + ENDED_STEP)}
            >
              {texts.showMore}
            </Button>
          )}
        </CountedSection>
      )}
    </div>
  );
}

function Cards({ giveaways, onOpen }: Pick<SectionsProps, "giveaways" | "onOpen">) {
  return (
    <ul className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
      {giveaways.map((giveaway) => (
        <li
          key={giveaway.id}
          id={placeOf(giveaway.id)}
          tabIndex={-1}
          className="min-w-0 rounded-lg outline-offset-4"
        >
          <GiveawayCard giveaway={giveaway} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

function Nothing({ children }: { children: string }) {
  return (
    <p className="rounded-lg border border-dashed border-line-strong px-5 py-6 text-sm text-muted">
      {children}
    </p>
  );
}

function LoadingCards() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{texts.loadingGiveaways}</span>
      <Skeleton className="h-7 w-32 rounded-sm" />
      <div className="grid gap-4 md:grid-cols-2 2xl:grid-cols-3">
        {[0, 1].map((card) => (
          <Card key={card} className="flex flex-col gap-4 p-5">
            <Skeleton className="h-6 w-24 rounded-full" />
            <Skeleton className="h-8 w-56 max-w-full rounded-sm" />
            <Skeleton className="h-16 rounded-md" />
            <Skeleton className="h-5 rounded-sm" />
            <Skeleton className="h-5 rounded-sm" />
            <Skeleton className="h-10 rounded-sm" />
          </Card>
        ))}
      </div>
    </div>
  );
}
