import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { QueryView } from "@/data/QueryView";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatDay } from "@/ui/format/dates";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { asFailure, type CallFailure } from "@/wire/failure";
import { looked, type Seen, type WholeHunt } from "./model";
import { News } from "./News";
import { useHunt } from "./queries";
import { SlotTable } from "./SlotTable";
import { Stage } from "./Stage";
import { StatCards } from "./StatCards";
import { StatusBadge } from "./StatusBadge";
import * as texts from "./texts/en";

type HuntPageProps = {
  /** As it stands in the address. */
  id: string;
};

/** /bonus-hunts/{id}: one hunt, as it is opened. */
export function HuntPage({ id }: HuntPageProps) {
  return (
    <div className="flex flex-col gap-5 pt-2 pb-4">
      <Hunt key={id} id={id} />
    </div>
  );
}

function Back() {
  return (
    <Link to="/bonus-hunts" className={buttonClass("quiet", "sm")}>
      <ArrowLeft aria-hidden="true" className="size-4" />
      {texts.back}
      <span className="sr-only">{texts.allBonusHunts}</span>
    </Link>
  );
}

function Hunt({ id }: HuntPageProps) {
  const query = useHunt(id);
  const isShown = query.data !== undefined && (query.error === null || !isGone(query.error));
  return (
    <>
      {!isShown && query.error !== null && (
        <div>
          <Back />
        </div>
      )}
      <QueryView
        query={query}
        what={texts.bonusHunt}
        failed={texts.failedLoadBonusHunt}
        loading={<LoadingHunt />}
        renderFailure={(failure) => (isGone(failure) ? <Missing failure={failure} /> : null)}
      >
        {(hunt) => <Loaded hunt={hunt} />}
      </QueryView>
    </>
  );
}

/** There is no such hunt, or there cannot be one: another try would bring the same. */
function isGone(error: Error): boolean {
  const { status } = asFailure(error);
  return status === 404 || status === 400;
}

function Missing({ failure }: { failure: CallFailure }) {
  return (
    <Card>
      <div role="alert">
        <EmptyState level={1} art={<EmptyRows />} title={failure.message}>
          <p>
            {failure.status === 404 ? texts.mayHaveBeenRemoved : texts.idsLettersNumbersHyphens}
          </p>
        </EmptyState>
      </div>
    </Card>
  );
}

function Loaded({ hunt }: { hunt: WholeHunt }) {
  const [before, setSeen] = useState<Seen>({ slots: hunt.slots, latest: null });
  const seen = looked(before, hunt.slots);
  if (seen !== before) setSeen(seen);
  const { name, id, status, huntDate, streamerName, description } = hunt;
  return (
    <>
      <header>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
          <Back />
          <StatusBadge status={status} />
          <span className="[overflow-wrap:anywhere]">#{id}</span>
          <time dateTime={huntDate}>{formatDay(huntDate)}</time>
          {streamerName !== "" && <span className="[overflow-wrap:anywhere]">{streamerName}</span>}
        </div>
        <h1 className="mt-4 text-3xl font-extrabold [overflow-wrap:anywhere]">{name}</h1>
        {description !== "" && (
          <p className="mt-2 max-w-[44rem] whitespace-pre-line text-muted [overflow-wrap:anywhere]">
            {description}
          </p>
        )}
      </header>
      <News hunt={hunt} />
      {hunt.slots.length > 0 && <Stage hunt={hunt} latest={seen.latest} />}
      <StatCards hunt={hunt} />
      {hunt.slots.length > 0 ? (
        <SlotTable hunt={hunt} latest={seen.latest} />
      ) : (
        <Card>
          <EmptyState art={<EmptyRows />} title={texts.noBonusesYet}>
            <p>{texts.bonusesWillAppearHere}</p>
          </EmptyState>
        </Card>
      )}
    </>
  );
}

function LoadingHunt() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">{texts.loadingBonusHunt}</span>
      <Skeleton className="h-11 w-52 max-w-full rounded-md" />
      <Card className="h-64" />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
        {["opened", "collected", "start", "required", "running", "best"].map((card) => (
          <Card key={card} className="p-4">
            <Skeleton className="h-4 w-20 rounded-sm" />
            <Skeleton className="mt-3 h-7 w-24 rounded-sm" />
          </Card>
        ))}
      </div>
      <Card className="divide-y divide-line">
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <div key={row} className="flex items-center gap-6 px-5 py-5">
            <Skeleton className="h-5 w-16 rounded-sm" />
            <Skeleton className="h-5 w-44 rounded-sm" />
            <Skeleton className="ml-auto h-5 w-24 rounded-sm" />
          </div>
        ))}
      </Card>
    </div>
  );
}
