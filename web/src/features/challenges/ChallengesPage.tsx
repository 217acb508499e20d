import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { useMember } from "@/features/session/store";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Card } from "@/ui/Card";
import { CountedSection } from "@/ui/CountedSection";
import { fetchedAhead } from "@/ui/fetched-ahead";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { ChallengeCard } from "./ChallengeCard";
import { Head } from "./Head";
import { type Challenge, listsOf, type Order } from "./model";
import { useChallenges } from "./queries";
import * as texts from "./texts/en";

const loadDialog = () => import("./ClaimDialog");
const ClaimDialog = lazy(loadDialog);
const dialogAhead = fetchedAhead(loadDialog);

type ChallengesPageProps = {
  /** As it stands in the address. */
  order: Order;
};

const orders = (["all", "easiest", "hardest"] as const).map((value) => ({
  value,
  label: texts.orders[value],
}));

/** /challenges: what there is to do, and what has been done. */
export function ChallengesPage({ order }: ChallengesPageProps) {
  const navigate = useNavigate();
  return (
    <div className="flex flex-col gap-8 pt-2 pb-4">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-6">
        <Head />
        <div className="max-sm:w-full sm:*:whitespace-nowrap">
          <ToggleGroup
            label={texts.orderLabel}
            options={orders}
            value={order}
            onValueChange={(sort) =>
              void navigate({
                to: "/challenges",
                search: sort === "all" ? {} : { sort },
                replace: true,
                resetScroll: false,
              })
            }
          />
        </div>
      </header>
      <Board order={order} />
    </div>
  );
}

function Board({ order }: ChallengesPageProps) {
  const query = useChallenges();
  return (
    <QueryView query={query} what={texts.theChallenges} loading={<LoadingBoard />}>
      {(challenges) => <Lists challenges={challenges} order={order} />}
    </QueryView>
  );
}

type ListsProps = ChallengesPageProps & { challenges: readonly Challenge[] };

function Lists({ challenges, order }: ListsProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const isMember = useMember() !== null;
  useEffect(() => {
    // Fetched once there is something to open, so that no click waits for the dialog. Guests only read it:
    // for them the pointer decides.
    if (isMember) void loadDialog();
  }, [isMember]);
  const { available, completed } = listsOf(challenges, order);
  const open = challenges.find((challenge) => challenge.id === openId);
  return (
    <>
      <CountedSection
        className="not-first-of-type:mt-4"
        title={texts.available}
        count={available.length}
      >
        {available.length > 0 ? (
          <Grid challenges={available} onOpen={setOpenId} />
        ) : (
          <Card>
            <EmptyState art={<EmptyRows />} title={texts.noneAvailable} level={3}>
              <p>{texts.noneAvailableHint}</p>
            </EmptyState>
          </Card>
        )}
      </CountedSection>
      <CountedSection
        className="not-first-of-type:mt-4"
        title={texts.completed}
        count={completed.length}
      >
        {completed.length > 0 ? (
          <Grid challenges={completed} onOpen={setOpenId} />
        ) : (
          <p className="text-sm text-muted">{texts.noneCompleted}</p>
        )}
      </CountedSection>
      {open !== undefined && (
        <Suspense fallback={null}>
          <ClaimDialog challenge={open} onClose={() => setOpenId(null)} />
        </Suspense>
      )}
    </>
  );
}

type GridProps = { challenges: readonly Challenge[]; onOpen: (id: string) => void };

const grid = "grid gap-4 sm:grid-cols-2 xl:grid-cols-3";

function Grid({ challenges, onOpen }: GridProps) {
  return (
    <ul className={grid} {...dialogAhead}>
      {challenges.map((challenge) => (
        <li key={challenge.id} className="min-w-0 animate-rise">
          <ChallengeCard challenge={challenge} onOpen={() => onOpen(challenge.id)} />
        </li>
      ))}
    </ul>
  );
}

function LoadingBoard() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-7 w-40 rounded-sm" />
      <div className={grid}>
        {[0, 1, 2].map((card) => (
          <Card key={card} className="overflow-hidden">
            <Skeleton className="aspect-video" />
            <div className="flex flex-col gap-3 p-5">
              <Skeleton className="h-4 w-28 rounded-sm" />
              <Skeleton className="h-6 w-44 max-w-full rounded-sm" />
              <Skeleton className="mt-3 h-11 rounded-sm" />
              <Skeleton className="mt-2 h-8 rounded-sm" />
            </div>
          </Card>
        ))}
      </div>
    </div>
  );
}
