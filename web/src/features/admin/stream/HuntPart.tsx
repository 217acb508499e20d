import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { QueryView } from "@/data/QueryView";
import { buttonClass } from "@/ui/button-class";
import { formatSignedCents } from "@/ui/format/dollars";
import { formatTimes } from "@/ui/format/times";
import { Select } from "@/ui/Select";
import { isExternal } from "../hunts/external";
import type { Hunt, WholeHunt } from "../hunts/model";
import { useHunt, useHunts } from "../hunts/queries";
import { openHunts } from "./evening";
import { HuntPlay } from "./HuntPlay";
import { LoadingPart, Section } from "./Section";
import * as texts from "./texts/en";

/** The bonus hunt that is opened: the slot whose turn it is, and what it paid. */
export function HuntPart() {
  const query = useHunts();
  const [chosen, setChosen] = useState<string | null>(null);
  const open = openHunts(query.data ?? []);
  const hunt = query.data?.find(({ id }) => id === chosen) ?? open[0];
  return (
    <Section part="hunt" note={hunt && texts.openedOf(hunt.openedSlots, hunt.totalSlots)}>
      <QueryView
        query={query}
        what={texts.hunts}
        loading={<LoadingPart part="hunt" rows={4} />}
        failedAs="notice"
      >
        {() =>
          hunt === undefined ? (
            <NoHunt />
          ) : (
            <>
              <Choice hunts={open} hunt={hunt} onChoose={setChosen} />
              {/* One that is in use stays: what is typed is kept, and its last slot can be taken back. */}
              <OneHunt key={hunt.id} id={hunt.id} onUse={() => setChosen(hunt.id)} />
            </>
          )
        }
      </QueryView>
    </Section>
  );
}

function NoHunt() {
  return (
    <div className="flex flex-col items-start gap-3 text-sm text-muted">
      <p>{texts.noHunt}</p>
      <Link
        to="/admin/bonus-hunts"
        className={`${buttonClass("quiet", "sm")} pointer-coarse:max-lg:hidden`}
      >
        {texts.toHunts}
      </Link>
    </div>
  );
}

type ChoiceProps = { hunts: readonly Hunt[]; hunt: Hunt; onChoose: (id: string) => void };

/** The name of the hunt, or a choice where several are open. */
function Choice({ hunts, hunt, onChoose }: ChoiceProps) {
  // One that has just been completed stays in sight.
  const all = hunts.some(({ id }) => id === hunt.id) ? hunts : [hunt, ...hunts];
  if (all.length === 1)
    return (
      <p dir="auto" className="truncate text-sm font-semibold">
        {hunt.name}
      </p>
    );
  return (
    <Select
      size="sm"
      label={texts.which}
      labelHidden
      options={all.map(({ id, name }) => ({ value: id, label: name }))}
      value={hunt.id}
      onValueChange={onChoose}
    />
  );
}

function OneHunt({ id, onUse }: { id: string; onUse: () => void }) {
  return (
    <QueryView
      query={useHunt(id)}
      what={texts.theHunt}
      loading={<LoadingPart part="hunt" rows={3} />}
      failedAs="notice"
    >
      {(hunt) => (
        <>
          <Figures hunt={hunt} />
          {isExternal(hunt) ? (
            <p className="text-sm text-muted">{texts.fromService}</p>
          ) : (
            <HuntPlay hunt={hunt} onUse={onUse} />
          )}
        </>
      )}
    </QueryView>
  );
}

function Figures({ hunt }: { hunt: WholeHunt }) {
  const figures = [
    { term: texts.profit, shown: formatSignedCents(hunt.profitLoss) },
    { term: texts.average, shown: formatTimes(hunt.runningAverage) },
    { term: texts.needed, shown: formatTimes(hunt.requiredAverage) },
  ];
  return (
    <dl className="well flex flex-wrap rounded-md text-center">
      {figures.map(({ term, shown }) => (
        <div key={term} className="flex min-w-fit flex-1 flex-col-reverse px-1.5 py-1.5">
          <dt className="text-xs text-muted">{term}</dt>
          <dd className="text-sm font-bold tabular-nums">{shown}</dd>
        </div>
      ))}
    </dl>
  );
}
