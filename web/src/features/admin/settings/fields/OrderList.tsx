import { useState } from "react";
import { Checkbox } from "@/ui/Checkbox";
import { cx } from "@/ui/cx";
import { useMover } from "../../shell/mover";
import { Grip, MoveButtons, Sortable } from "../../shell/Sortable";
import { useSetting } from "../form";
import { isSame, listOf } from "../values";
import { GroupError } from "./Group";

type OrderListProps = {
  path: string;
  /** Names the list for screen readers. */
  label: string;
  /** Everything that can be in it, by id. */
  names: Readonly<Record<string, string>>;
};

/** The value has the ids that are on, in their order; those that are off keep their place on this page only. */
export function OrderList({ path, label, names }: OrderListProps) {
  const { value, change, error, isLocked, lockNote } = useSetting(path);
  const on = listOf(value).map(String);
  const [order, setOrder] = useState<readonly string[]>([]);
  const isOwn = isSame(
    order.filter((id) => on.includes(id)),
    on,
  );
  const known = isOwn ? order : on;
  const all = [...known, ...Object.keys(names).filter((id) => !known.includes(id))];
  const set = (next: readonly string[], nowOn: readonly string[]) => {
    setOrder(next);
    change(next.filter((id) => nowOn.includes(id)));
  };
  return (
    <div role="group" aria-label={label}>
      {lockNote !== undefined && <p className="mb-3 text-sm text-muted">{lockNote}</p>}
      {error !== undefined && <GroupError text={error} />}
      <Sortable
        entries={all.map((id) => ({ id, title: names[id] ?? id }))}
        isDisabled={isLocked}
        className="flex flex-col gap-2"
        onOrder={(entries) =>
          set(
            entries.map(({ id }) => id),
            on,
          )
        }
      >
        {({ id, title }) => (
          <Row
            title={title}
            isOn={on.includes(id)}
            isLocked={isLocked}
            onChange={(isOn) => set(all, isOn ? [...on, id] : on.filter((one) => one !== id))}
          />
        )}
      </Sortable>
    </div>
  );
}

type RowProps = {
  title: string;
  isOn: boolean;
  isLocked: boolean;
  onChange: (isOn: boolean) => void;
};

function Row({ title, isOn, isLocked, onChange }: RowProps) {
  const isDragged = useMover()?.isDragged === true;
  return (
    <div
      className={cx(
        "well flex items-center gap-2 rounded-md py-1 pr-2 pl-1",
        isDragged && "border-line-strong shadow-raised",
      )}
    >
      <div className="w-9 shrink-0">
        <Grip />
      </div>
      <Checkbox
        className="min-w-0 flex-1"
        label={<span className="font-medium text-text">{title}</span>}
        checked={isOn}
        disabled={isLocked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div className="flex shrink-0">
        <MoveButtons />
      </div>
    </div>
  );
}
