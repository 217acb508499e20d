import type { ReactNode } from "react";
import { formatExactMoment } from "@/ui/format/detail";
import { useMay } from "../session/rights";
import { ChangeTable } from "./ChangeTable";
import { readSide } from "./facts";
import { changedFields } from "./fields";
import type { AuditItem } from "./queries";
import { actorName, subjectName } from "./sentence";
import { TakeBack } from "./TakeBack";
import * as texts from "./texts/en";

type EntryDetailProps = {
  item: AuditItem;
  isTakenBack: boolean;
  onSearch: (text: string) => void;
};

/** Who, from where and in which session, and the values before and after as they were recorded. */
export function EntryDetail({ item, isTakenBack, onSearch }: EntryDetailProps) {
  const { action, address, after, before, session, subject } = item;
  const fields = changedFields(before, after);
  const mayTakeBack = useMay("grants", "change");
  const points = (readSide(after).numbers.points ?? 0) - (readSide(before).numbers.points ?? 0);
  const search = (text: string, shown = text) => (
    <SearchButton text={text} shown={shown} onSearch={onSearch} />
  );
  return (
    <div className="flex flex-col gap-4 border-t border-line bg-ink-950 px-4 py-3">
      <dl className="flex flex-wrap items-center gap-x-6 text-xs text-muted">
        <Fact name={texts.time}>{formatExactMoment(item.at)}</Fact>
        <Fact name={texts.by}>
          {search(address === null ? item.actor : item.name, actorName(item))}
        </Fact>
        {address !== null && <Fact name={texts.address}>{search(address)}</Fact>}
        {session !== null && <Fact name={texts.session}>{session}</Fact>}
        <Fact name={texts.action}>{search(action)}</Fact>
        {subject !== "" && <Fact name={texts.on}>{search(subject)}</Fact>}
      </dl>
      {item.ownAccount && <p className="text-sm">{texts.onOwnAccount}</p>}
      {fields.length > 0 && <ChangeTable fields={fields} action={action} />}
      {action === "points.add" && mayTakeBack && points > 0 && (
        <TakeBack
          grant={item.id}
          member={subjectName(item)}
          points={points}
          isTakenBack={isTakenBack}
        />
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <dt>{name}</dt>
      <dd className="min-w-0 text-text [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

type SearchButtonProps = { text: string; shown: string; onSearch: (text: string) => void };

function SearchButton({ text, shown, onSearch }: SearchButtonProps) {
  return (
    <button
      type="button"
      aria-label={texts.searchFor(shown)}
      onClick={() => onSearch(text)}
      className="touch-target text-left underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {shown}
    </button>
  );
}
