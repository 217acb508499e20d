import { History } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";
import { formatMoment, withMoments } from "./format/dates";
import * as texts from "./texts/en";

type Change = {
  at: string;
  /** What was changed: "Title changed". */
  text: string;
  field: string | null;
  before: string | null;
  after: string | null;
};

/** Texts up to this length together are shown without a press. */
const SHORT = 160;

/** What was changed in public, with its time and the text before and after. */
export function ChangeList({
  changes,
  className,
  more,
}: {
  changes: readonly Change[];
  className?: string;
  /** Leads to the texts before and after that are left out here. */
  more?: ReactNode;
}) {
  if (changes.length === 0) return null;
  return (
    <ul
      aria-label={texts.changes}
      className={cx("mt-3 flex flex-col gap-1.5 text-sm text-muted", className)}
    >
      {changes.map((change, place) => (
        // Two changes may have the same text and time, and the list only grows at its end.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={place} className="flex gap-2">
          <History aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <div className="min-w-0 [overflow-wrap:anywhere]">
            {withMoments(change.text)} <time dateTime={change.at}>({formatMoment(change.at)})</time>
            {isLeftOut(change) ? more : <Values change={change} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function isLeftOut({ field, before }: Change): boolean {
  return before === null && (field === "title" || field === "description");
}

/** Dates are in the text of the change already. */
function Values({ change: { field, before, after } }: { change: Change }) {
  if (before === null || after === null || field === "endTime") return null;
  const values = (
    <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
      {[
        { term: texts.before, value: before },
        { term: texts.after, value: after },
      ].map(({ term, value }) => (
        <div key={term} className="contents">
          <dt>{term}</dt>
          <dd className="whitespace-pre-line text-text">{value === "" ? texts.empty : value}</dd>
        </div>
      ))}
    </dl>
  );
  if (before.length + after.length <= SHORT) return values;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center underline decoration-line-strong underline-offset-4">
        {texts.showBeforeAfter}
      </summary>
      {values}
    </details>
  );
}
