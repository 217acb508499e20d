import { Check } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { cx } from "@/ui/cx";
import { Field } from "@/ui/Field";
import { useSetting } from "../form";
import * as texts from "../texts/en";
import { findZones, zoneOf } from "./zones";

/** A time zone, found by typing parts of its name. */
export function ZoneSetting({ path, label, hint }: { path: string; label: string; hint: string }) {
  const { value, change, error, isLocked, lockNote } = useSetting(path);
  const [search, setSearch] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const id = useId();
  const chosen = typeof value === "string" ? value : "";
  const found = search === null ? [] : findZones(search);
  const close = () => setSearch(null);
  const choose = (zone: string) => {
    change(zone);
    close();
  };
  // What was typed is never dropped: one that is no time zone is refused by the server, in its words.
  const leave = () => {
    const typed = search?.trim() ?? "";
    if (typed === "") close();
    else choose(zoneOf(typed) ?? typed);
  };
  const open = (text: string) => {
    setSearch(text);
    setAt(0);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (search === null) open("");
      else setAt((at + step + found.length) % Math.max(found.length, 1));
    } else if (event.key === "Enter" && search !== null) {
      event.preventDefault();
      const zone = found[at];
      if (zone !== undefined) choose(zone);
    } else if (event.key === "Escape" && search !== null) {
      event.stopPropagation();
      close();
    }
  };
  return (
    <div className="relative max-w-md">
      <Field
        label={label}
        role="combobox"
        aria-expanded={search !== null}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found[at] === undefined ? undefined : `${id}-${at}`}
        value={search ?? chosen}
        placeholder={chosen}
        onChange={(event) => open(event.target.value)}
        onClick={() => open("")}
        onKeyDown={press}
        onBlur={leave}
        disabled={isLocked}
        error={error}
        hint={lockNote ?? hint}
        autoComplete="off"
        spellCheck={false}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={search === null}
        className="absolute inset-x-0 top-20 z-20 max-h-72 overflow-y-auto rounded-md border border-line-strong bg-ink-850 p-1 shadow-raised"
      >
        {found.map((zone, place) => (
          // The keyboard reaches the options from the field.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={zone}
            id={`${id}-${place}`}
            ref={
              place === at ? (option) => option?.scrollIntoView({ block: "nearest" }) : undefined
            }
            role="option"
            aria-selected={zone === chosen}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(zone)}
            className={cx(
              "flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-sm px-3 text-sm",
              place === at && "bg-ink-700",
            )}
          >
            {zone}
            {zone === chosen && <Check aria-hidden="true" className="size-4 text-win" />}
          </div>
        ))}
        {search !== null && found.length === 0 && (
          <p role="presentation" className="px-3 py-2.5 text-sm text-muted">
            {texts.noZone(search)}
          </p>
        )}
      </div>
    </div>
  );
}
