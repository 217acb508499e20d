import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { useForm, useSetting } from "../form";
import * as texts from "../texts/en";
import { listOf } from "../values";
import { GroupError } from "./Group";

/** What a list says of its entries. Places begin with 1. */
type EntryTexts = {
  name: (place: number) => string;
  add: string;
  remove: (place: number) => string;
  removed: string;
  /** Of a list that can be put in order. */
  order?: {
    up: (place: number) => string;
    down: (place: number) => string;
    moved: (place: number, count: number) => string;
  };
};

type ListSettingProps = {
  path: string;
  entry: EntryTexts;
  /** What an empty list means. */
  empty: string;
  /** A new entry at the end. */
  create: (entries: readonly unknown[]) => unknown;
  max: number;
  /** More than one entry stands in a row. */
  isDense?: boolean;
  /** The fields of an entry, by its path. */
  children: (path: string, place: number) => ReactNode;
};

/** Where the focus goes after a change: to a button of an entry, its first field, or the button that adds. */
type Goal = { place: number; part: "up" | "down" | "field" } | "add";

/** A list whose entries are added, removed and put in order. */
export function ListSetting(props: ListSettingProps) {
  const { path, entry, empty, create, max, isDense = false } = props;
  const { order } = entry;
  const { children } = props;
  const { value, change, isLocked, lockNote } = useSetting(path);
  const error = useListError(path);
  const entries = listOf(value);
  const [said, setSaid] = useState("");
  const { list, aim } = useGoal();
  const move = (place: number, to: number) => {
    const next = [...entries];
    next.splice(to, 0, ...next.splice(place, 1));
    change(next);
    const isEnd = to === 0 || to === entries.length - 1;
    const part = to < place ? "up" : "down";
    aim({ place: to, part: isEnd ? (part === "up" ? "down" : "up") : part });
    setSaid(order?.moved(to + 1, entries.length) ?? "");
  };
  const remove = (place: number) => {
    change(entries.filter((_, other) => other !== place));
    aim(entries.length > 1 ? { place: Math.min(place, entries.length - 2), part: "field" } : "add");
    setSaid(entry.removed);
  };
  const add = () => {
    change([...entries, create(entries)]);
    aim({ place: entries.length, part: "field" });
    setSaid("");
  };
  return (
    <div ref={list}>
      {lockNote !== undefined && <p className="mb-3 text-sm text-muted">{lockNote}</p>}
      {error !== undefined && <GroupError text={error} />}
      {entries.length === 0 && <p className="text-sm text-muted">{empty}</p>}
      <ol className={cx("grid gap-3", isDense && "md:grid-cols-2 xl:grid-cols-3")}>
        {entries.map((_, place) => (
          // Entries have no names of their own, and their fields keep nothing but what is in them.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place} data-place={place} className="well rounded-md p-4">
            <fieldset
              disabled={isLocked}
              aria-label={entry.name(place + 1)}
              className={cx(
                "flex min-w-0 items-start gap-x-2 gap-y-3",
                !isDense && "max-sm:flex-col",
              )}
            >
              <div className={cx("min-w-0 flex-1", !isDense && "max-sm:w-full")}>
                {children(`${path}.${place}`, place)}
              </div>
              <div className={cx("flex sm:pt-6.5", isDense && "pt-6.5")}>
                {order !== undefined && (
                  <>
                    <IconButton
                      data-part="up"
                      label={order.up(place + 1)}
                      disabled={place === 0}
                      onClick={() => move(place, place - 1)}
                    >
                      <ArrowUp aria-hidden="true" className="size-4.5" />
                    </IconButton>
                    <IconButton
                      data-part="down"
                      label={order.down(place + 1)}
                      disabled={place === entries.length - 1}
                      onClick={() => move(place, place + 1)}
                    >
                      <ArrowDown aria-hidden="true" className="size-4.5" />
                    </IconButton>
                  </>
                )}
                <IconButton label={entry.remove(place + 1)} onClick={() => remove(place)}>
                  <Trash2 aria-hidden="true" className="size-4.5" />
                </IconButton>
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      <Button
        data-part="add"
        className="mt-4"
        disabled={isLocked || entries.length >= max}
        onClick={add}
        icon={<Plus aria-hidden="true" className="size-4" />}
      >
        {entry.add}
      </Button>
      {entries.length >= max && <p className="mt-2 text-sm text-muted">{texts.listFull(max)}</p>}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** Moves the focus after the list has been drawn again. */
function useGoal() {
  const list = useRef<HTMLDivElement>(null);
  const goal = useRef<Goal | null>(null);
  useEffect(() => {
    const { current } = goal;
    if (current === null) return;
    goal.current = null;
    const find = (selector: string) => list.current?.querySelector<HTMLElement>(selector);
    if (current === "add") find("[data-part=add]")?.focus();
    else if (current.part === "field")
      find(`[data-place="${current.place}"] :is(input, select)`)?.focus();
    else find(`[data-place="${current.place}"] [data-part=${current.part}]`)?.focus();
  });
  return {
    list,
    aim: (next: Goal) => {
      goal.current = next;
    },
  };
}

/** What the server refused about the list, or about an entry that it names by its key only. */
function useListError(path: string): string | undefined {
  const { errors } = useForm();
  const key = Object.keys(errors).find(
    (one) => one === path || (one.startsWith(`${path}.`) && !/\.\d+\./.test(one)),
  );
  if (key === undefined) return undefined;
  const rest = key.slice(path.length + 1);
  return rest === "" ? errors[key] : texts.aboutEntry(rest, errors[key] ?? "");
}
