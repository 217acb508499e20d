import { useState } from "react";
import { QueryView } from "@/data/QueryView";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { differencesOf } from "../drafts/model";
import type { useDraft } from "../drafts/use-draft";
import { useMay } from "../session/rights";
import { type ChallengeAction, ChallengeTable } from "./ChallengeTable";
import {
  type Challenge,
  type DifficultyFilter,
  difficulties,
  type Filter,
  matching,
  type StatusFilter,
  traits,
} from "./model";
import * as texts from "./texts/en";

type ChallengeBoardProps = {
  draft: ReturnType<typeof useDraft<Challenge>>;
  onAdd: () => void;
  onOpen: (action: ChallengeAction, challenge: Challenge) => void;
  onChange: (challenge: Challenge) => void;
};

const statuses: readonly { value: StatusFilter; label: string }[] = [
  { value: "all", label: texts.all },
  { value: "pending", label: texts.pending },
  { value: "completed", label: texts.completed },
];

const levels: readonly { value: DifficultyFilter; label: string }[] = [
  { value: "all", label: texts.all },
  ...difficulties.map((value) => ({ value, label: value })),
];

const everything: Filter = { status: "all", difficulty: "all" };

/** The challenges of the draft that the filters let through. */
export function ChallengeBoard({ draft, ...rest }: ChallengeBoardProps) {
  return (
    <QueryView query={draft.query} what={texts.theChallenges} loading={<LoadingTable />}>
      {(live) => <Board live={live.entries} entries={draft.entries ?? live.entries} {...rest} />}
    </QueryView>
  );
}

type BoardProps = Omit<ChallengeBoardProps, "draft"> & {
  live: readonly Challenge[];
  entries: readonly Challenge[];
};

function Board({ live, entries, onAdd, onOpen, onChange }: BoardProps) {
  const [filter, setFilter] = useState<Filter>(everything);
  const shown = matching(entries, filter);
  const differences = differencesOf(traits, live, entries);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ToggleGroup
          label={texts.status}
          options={statuses}
          value={filter.status}
          onValueChange={(status) => setFilter({ ...filter, status })}
        />
        <div className="max-w-full overflow-x-auto">
          <ToggleGroup
            label={texts.difficulty}
            options={levels}
            value={filter.difficulty}
            onValueChange={(difficulty) => setFilter({ ...filter, difficulty })}
          />
        </div>
        <p role="status" className="ml-auto text-sm text-muted">
          {countText(shown.length, entries.length)}
        </p>
      </div>
      {shown.length > 0 ? (
        <ChallengeTable
          challenges={shown}
          live={live}
          changed={new Set(differences.map(({ id }) => id))}
          onOpen={onOpen}
          onChange={onChange}
        />
      ) : (
        <NoChallenges
          isFiltered={entries.length > 0}
          onAdd={onAdd}
          onClear={() => setFilter(everything)}
        />
      )}
    </>
  );
}

function countText(shown: number, total: number): string {
  return shown === total ? texts.challengeCount(total) : texts.filteredCount(shown, total);
}

type NoChallengesProps = { isFiltered: boolean; onAdd: () => void; onClear: () => void };

function NoChallenges({ isFiltered, onAdd, onClear }: NoChallengesProps) {
  const mayChange = useMay("challenges", "change");
  return (
    <Card>
      <EmptyState
        art={<EmptyRows />}
        title={isFiltered ? texts.noChallengeFitsFilters : texts.noChallengesYet}
        actions={
          isFiltered ? (
            <Button onClick={onClear}>{texts.clearFilters}</Button>
          ) : (
            mayChange && <Button onClick={onAdd}>{texts.addFirstChallenge}</Button>
          )
        }
      >
        {!isFiltered && mayChange && <p>{texts.addOneDraftThen}</p>}
      </EmptyState>
    </Card>
  );
}

function LoadingTable() {
  return (
    <Card className="flex flex-col gap-5 p-5">
      <div role="status">
        <span className="sr-only">{texts.loadingChallenges}</span>
      </div>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex items-center gap-4">
          <Skeleton className="size-13 rounded-sm" />
          <Skeleton className="h-5 flex-1 rounded-sm" />
          <Skeleton className="h-5 w-24 rounded-sm" />
        </div>
      ))}
    </Card>
  );
}
