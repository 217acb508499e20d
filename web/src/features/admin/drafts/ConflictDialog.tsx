import { type ReactNode, useState } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Table } from "@/ui/Table";
import { ORDER, type Side } from "./merge";
import { type Difference, type Draft, differencesOf, type Named } from "./model";
import type { DraftList } from "./publish";
import * as texts from "./texts/en";

type ConflictDialogProps<Entry extends Named> = {
  list: DraftList<Entry>;
  draft: Draft<Entry>;
  /** "challenges" or "items". */
  onClose: () => void;
  /** Every conflict has been decided. */
  onResolve: (sides: ReadonlyMap<string, Side>) => void;
};

/** Shows both versions of what another admin and this draft changed, and asks which to keep. */
export function ConflictDialog<Entry extends Named>(props: ConflictDialogProps<Entry>) {
  const { list, draft, onClose, onResolve } = props;
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(new Map());
  const { base, entries, conflicts } = draft;
  const differences = differencesOf(list.traits, base.entries, entries).filter(({ id }) =>
    conflicts.includes(id),
  );
  const choiceOf = (id: string) => ({
    id,
    side: sides.get(id) ?? null,
    onChoose: (side: Side) => setSides(new Map(sides).set(id, side)),
  });
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title={texts.anotherAdminChangedSame}
      description={texts.theseChangedLive}
      actions={
        <>
          <Button onClick={onClose}>{texts.keepEditing}</Button>
          <Button
            tone="gold"
            disabled={!conflicts.every((id) => sides.has(id))}
            onClick={() => onResolve(sides)}
          >
            {texts.applyChoices}
          </Button>
        </>
      }
    >
      {/* Long lists scroll by themselves, so the buttons stay in sight. */}
      <div className="mt-5 flex max-h-[44dvh] min-h-0 flex-col gap-4 overflow-auto">
        {differences.map((difference) => (
          <Conflict
            key={difference.id}
            name={difference.title === "" ? texts.withoutATitle : difference.title}
            rows={rowsOf(difference)}
            {...choiceOf(difference.id)}
          />
        ))}
        {conflicts.includes(ORDER) && (
          <Conflict
            name={texts.orderOfEntries}
            rows={[{ label: texts.order, live: titles(base.entries), draft: titles(entries) }]}
            {...choiceOf(ORDER)}
          />
        )}
      </div>
    </Dialog>
  );
}

type RowTexts = { label: string; live: string | null; draft: string | null };

function rowsOf({ kind, title, traits }: Difference): readonly RowTexts[] {
  if (kind === "only-live") return [{ label: texts.entry, live: title, draft: null }];
  if (kind === "only-draft") return [{ label: texts.entry, live: null, draft: title }];
  return traits;
}

function titles(entries: readonly Named[]): string {
  return entries.map(({ title }) => title).join(", ");
}

type ConflictProps = {
  /** The id of the entry. Titles may be equal or empty. */
  id: string;
  name: string;
  rows: readonly RowTexts[];
  side: Side | null;
  onChoose: (side: Side) => void;
};

function Conflict({ id, name, rows, side, onChoose }: ConflictProps) {
  const choice = (value: Side, label: string) => (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 font-medium">
      <input
        type="radio"
        name={`conflict-${id}`}
        checked={side === value}
        onChange={() => onChoose(value)}
        className="size-4.5 accent-gold-400"
      />
      {label}
    </label>
  );
  return (
    <fieldset className="well min-w-0 shrink-0 rounded-md px-4 pb-3 text-sm">
      <legend className="float-left w-full pt-3 pb-1 font-semibold [overflow-wrap:anywhere]">
        {name}
      </legend>
      <Table
        look="bare"
        className="clear-both table-fixed"
        cellClass="py-1.5"
        rowClass="align-top"
        caption={texts.versions(name)}
        rows={rows}
        rowKey={({ label }) => label}
        columns={[
          {
            header: texts.what,
            isRowHeader: true,
            className: "pr-4 font-normal text-muted",
            headerClass: "w-1/4",
            cell: ({ label }) => label,
          },
          {
            header: texts.live,
            heading: choice("theirs", texts.takeLive),
            className: "pr-4",
            cellClass: "[overflow-wrap:anywhere]",
            cell: ({ live }) => shown(live),
          },
          {
            header: texts.draft,
            heading: choice("mine", texts.keepMine),
            cellClass: "[overflow-wrap:anywhere]",
            cell: ({ draft }) => shown(draft),
          },
        ]}
      />
    </fieldset>
  );
}

function shown(text: string | null): ReactNode {
  if (text === null) return <span className="text-faint">{texts.deleted}</span>;
  return text === "" ? <span className="text-faint">{texts.empty}</span> : text;
}
