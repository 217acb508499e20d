import { useMemo, useState } from "react";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { colours, FlowChart } from "./FlowChart";
import { DayTable, SourceTable } from "./FlowTables";
import { type DayFlows, dayFlows, type EconomyDay, type GroupId, groups, total } from "./flows";
import * as texts from "./texts/en";

/** What came to members and what they gave, per day and by source. */
export function FlowSection({ days }: { days: readonly EconomyDay[] }) {
  const [hidden, setHidden] = useState<ReadonlySet<GroupId>>(new Set());
  const [isTable, setIsTable] = useState(false);
  const all = useMemo(() => dayFlows(days), [days]);
  const shown = useMemo(() => dayFlows(days, hidden), [days, hidden]);
  const toggle = (id: GroupId) =>
    setHidden((known) => {
      const next = new Set(known);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <section aria-labelledby="flows" className="flex flex-col gap-4">
      <h2 id="flows" className="text-lg">
        {texts.mintedBurned}
      </h2>
      <Card className="p-5">
        <Legend days={all} hidden={hidden} onToggle={toggle} />
        <div className="mt-4">
          <FlowChart days={shown} />
        </div>
        <div className="mt-2">
          <Button
            size="sm"
            tone="ghost"
            aria-expanded={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? texts.hideTableDays : texts.showDaysTable}
          </Button>
        </div>
        {isTable && <DayTable days={all} />}
      </Card>
      <SourceTable days={days} />
    </section>
  );
}

type LegendProps = {
  days: readonly DayFlows[];
  hidden: ReadonlySet<GroupId>;
  onToggle: (id: GroupId) => void;
};

/** What the colours mean; games can be left out to see what is beside them. */
function Legend({ days, hidden, onToggle }: LegendProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{texts.sourcesChart}</legend>
      <div className="flex flex-wrap gap-2">
        {groups.map(({ id, name }) => {
          const { minted, burned } = total(days, id);
          if (minted + burned === 0) return null;
          const isShown = !hidden.has(id);
          return (
            <button
              key={id}
              type="button"
              aria-pressed={isShown}
              onClick={() => onToggle(id)}
              className={cx(
                "touch-target inline-flex items-center gap-2 rounded-full border border-line px-3 text-sm font-medium transition-colors hover:border-line-strong",
                isShown ? "bg-ink-850 text-text" : "text-muted line-through",
              )}
            >
              <span
                aria-hidden="true"
                className={cx(
                  "size-2.5 rounded-[3px]",
                  colours[id].background,
                  !isShown && "opacity-40",
                )}
              />
              {name}
              <span className="sr-only">
                {texts.mintedBurnedText(formatPoints(minted), formatPoints(burned))}
              </span>
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
