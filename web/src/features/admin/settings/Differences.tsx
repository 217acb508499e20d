import { ArrowRight } from "lucide-react";
import { formatNumber } from "@/ui/format/numbers";
import type { Difference } from "./queries";
import type { Section } from "./section";
import * as texts from "./texts/en";
import { isValues, listOf, type Pair } from "./values";

/** A value of a setting in words. */
export function showValue(section: Section, key: string, value: unknown): string {
  if (value === null || value === undefined) return texts.noValue;
  const own = section.show?.(key, value) ?? null;
  if (own !== null) return own === "" ? texts.noValue : own;
  return showPlain(value);
}

function showPlain(value: unknown): string {
  if (typeof value === "boolean") return value ? texts.on : texts.off;
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "string") return value === "" ? texts.emptyValue : value;
  if (Array.isArray(value)) {
    const entries = listOf(value).map(showPlain);
    return entries.length === 0 ? texts.noValue : entries.join(", ");
  }
  return isValues(value) ? Object.values(value).map(showPlain).join(", ") : String(value);
}

/** A difference as the server writes it: both values are JSON. */
export function toPair({ key, before, after }: Difference): Pair {
  return { key, before: JSON.parse(before), after: JSON.parse(after) };
}

/** What changes: the name of each setting, with the value before and after. */
export function DifferenceList({ section, pairs }: { section: Section; pairs: readonly Pair[] }) {
  return (
    <ul className="flex flex-col gap-3 text-sm">
      {pairs.map(({ key, before, after }) => (
        <li key={key} className="well rounded-md px-4 py-3">
          <p className="font-medium">{section.label(key)}</p>
          <div className="mt-1.5 grid gap-x-3 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
            <Side label={texts.before} text={showValue(section, key, before)} isMuted />
            <ArrowRight aria-hidden="true" className="mt-0.5 size-4 text-faint max-sm:rotate-90" />
            <Side label={texts.after} text={showValue(section, key, after)} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Side({
  label,
  text,
  isMuted = false,
}: {
  label: string;
  text: string;
  isMuted?: boolean;
}) {
  return (
    <p
      className={
        isMuted
          ? "min-w-0 whitespace-pre-line text-muted [overflow-wrap:anywhere]"
          : "min-w-0 whitespace-pre-line [overflow-wrap:anywhere]"
      }
    >
      <span className="sr-only">{texts.aboutEntry(label, "")} </span>
      {text}
    </p>
  );
}
