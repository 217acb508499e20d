import { Copy, Ellipsis, Trash2, TriangleAlert } from "lucide-react";
import { IconButton } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Menu, MenuItem } from "@/ui/Menu";
import type { Values } from "../../settings/values";
import { Grip, Sortable } from "../../shell/Sortable";
import * as texts from "../texts/editor.en";
import { KindArt } from "./KindArt";
import { idOf, kindOf, nameOf } from "./model";

type SourceListProps = {
  sources: readonly Values[];
  selected: string;
  /** Ids of the sources that something is wrong with. */
  wrong: readonly string[];
  isLocked: boolean;
  isFull: boolean;
  onSelect: (id: string) => void;
  onOrder: (ids: readonly string[]) => void;
  onCopy: (id: string) => void;
  onRemove: (id: string) => void;
};

type Entry = { id: string; title: string; source: Values };

/** The sources by name, in the order of the panel. */
export function SourceList(props: SourceListProps) {
  const { sources, selected, wrong, isLocked, onOrder } = props;
  const entries: readonly Entry[] = sources.map((source) => ({
    id: idOf(source),
    title: nameOf(source).trim() || texts.unnamed,
    source,
  }));
  return (
    <Sortable
      entries={entries}
      isDisabled={isLocked}
      className="flex flex-col gap-2"
      onOrder={(next) => onOrder(next.map(({ id }) => id))}
    >
      {(entry) => (
        <Row
          {...props}
          entry={entry}
          isSelected={entry.id === selected}
          isWrong={wrong.includes(entry.id)}
        />
      )}
    </Sortable>
  );
}

type RowProps = SourceListProps & { entry: Entry; isSelected: boolean; isWrong: boolean };

function Row({ entry, isSelected, isWrong, ...props }: RowProps) {
  const { isLocked, isFull, onSelect, onCopy, onRemove } = props;
  const { id, title, source } = entry;
  const kind = kindOf(source);
  return (
    <div
      className={cx(
        "well flex items-center gap-1 rounded-md pr-1",
        isSelected && "border-gold-400/60 bg-ink-800",
      )}
    >
      {!isLocked && (
        <div className="w-9 shrink-0">
          <Grip />
        </div>
      )}
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={() => onSelect(id)}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-sm py-1 text-left"
      >
        {kind !== null && <KindArt kind={kind} className="w-12 shrink-0" />}
        <span className="min-w-0">
          <span className="block truncate text-sm font-semibold">{title}</span>
          <span className="block truncate text-xs text-muted">
            {kind !== null && texts.kinds[kind].name}
          </span>
          {isWrong && (
            <span className="mt-0.5 flex items-center gap-1 text-xs text-loss">
              <TriangleAlert aria-hidden="true" className="size-3.5" />
              {texts.hasProblem}
            </span>
          )}
        </span>
      </button>
      {!isLocked && (
        <Menu
          trigger={
            <IconButton label={texts.actionsFor(title)}>
              <Ellipsis aria-hidden="true" className="size-5" />
            </IconButton>
          }
        >
          {!isFull && (
            <MenuItem
              icon={<Copy aria-hidden="true" className="size-4.5" />}
              onSelect={() => onCopy(id)}
            >
              {texts.duplicate}
            </MenuItem>
          )}
          <MenuItem
            tone="danger"
            icon={<Trash2 aria-hidden="true" className="size-4.5" />}
            onSelect={() => onRemove(id)}
          >
            {texts.remove}
          </MenuItem>
        </Menu>
      )}
    </div>
  );
}
