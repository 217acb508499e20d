import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { QueryView } from "@/data/QueryView";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button } from "@/ui/Button";
import { formatPoints } from "@/ui/format/numbers";
import { Notice } from "@/ui/Notice";
import { EmptyState } from "@/ui/PageState";
import { Points } from "@/ui/Points";
import { Pages } from "../../lists/Pages";
import { SearchField } from "../../lists/SearchField";
import { Private } from "../../shell/Private";
import { useHiding } from "../../shell/private";
import * as hidden from "../../shell/texts/private.en";
import * as texts from "../texts/en";
import { LoadingLines } from "./LoadingLines";
import { type LinkedLines, type WaitingLine, type WaitingSearch, waitingQuery } from "./queries";
import { whoIsMeant } from "./who";

type WaitingViewProps = {
  search: WaitingSearch;
  onSearch: (search: WaitingSearch) => void;
  onCreditLinked: (linked: LinkedLines) => void;
  onBack: () => void;
  onCredit: (line: WaitingLine) => void;
  onRemove: (line: WaitingLine) => void;
};

/** The lines that nobody could be found for yet, each with an admin's tick or the way out. */
export function WaitingView({ search, onSearch, onBack, ...to }: WaitingViewProps) {
  const { q, page } = search;
  const query = useQuery(waitingQuery(search));
  const { data } = query;
  const lastPage = data === undefined || query.isPlaceholderData ? page : Math.max(data.pages, 1);
  // The last line of the last page was credited or removed.
  useEffect(() => {
    if (page > lastPage) onSearch({ q, page: lastPage });
  });
  return (
    <>
      {data !== undefined && data.linked.lines > 0 && (
        <Notice
          action={
            <Button size="sm" onClick={() => to.onCreditLinked(data.linked)}>
              {texts.creditLinked}
            </Button>
          }
        >
          {texts.linkedByName(data.linked.lines, formatPoints(data.linked.points))}
        </Notice>
      )}
      {(q !== "" || (data !== undefined && data.total > 0)) && (
        <SearchField
          label={texts.searchLines}
          placeholder={texts.searchLinesHint}
          text={q}
          onSearch={(next) => onSearch({ q: next, page: 1 })}
        />
      )}
      <QueryView
        query={query}
        what={texts.theLines}
        loading={<LoadingLines label={texts.loadingLinesWait} />}
        failedAs="bare"
      >
        {({ items, total }) =>
          items.length === 0 && q !== "" ? (
            <p role="status" className="py-4 text-center text-sm text-muted">
              {texts.noLinesMatch(q)}
            </p>
          ) : items.length === 0 ? (
            <EmptyState level={3} art={<EmptyRows />} title={texts.noWaitingLines}>
              <p>{texts.everyLineEveryFile}</p>
            </EmptyState>
          ) : (
            <>
              <p role="status" className="text-sm text-muted">
                {q === "" ? texts.creditOneOnlyIf(total) : texts.linesFound(total)}
              </p>
              <ul className="divide-y divide-line border-y border-line">
                {items.map((line) => (
                  <Row
                    key={line.id}
                    line={line}
                    onCredit={() => to.onCredit(line)}
                    onRemove={() => to.onRemove(line)}
                  />
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
      {data !== undefined && data.pages > 1 && (
        <Pages page={page} pages={data.pages} onPage={(next) => onSearch({ q, page: next })} />
      )}
      <div className="flex justify-end">
        <Button onClick={onBack}>{texts.back}</Button>
      </div>
    </>
  );
}

type RowProps = { line: WaitingLine; onCredit: () => void; onRemove: () => void };

function Row({ line, onCredit, onRemove }: RowProps) {
  const who = whoIsMeant(line);
  const named = useHiding() ? hidden.memberOfLine(line.line) : who;
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-semibold [overflow-wrap:anywhere]">
            <Private what={hidden.memberOfLine(line.line)}>{who}</Private>
          </span>
          <Points amount={line.points} className="text-sm" />
        </p>
        <p className="text-sm text-muted">
          {texts.importLine(line.reason, line.import, line.line)}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={texts.creditNamed(named)} onClick={onCredit}>
          {texts.credit}
        </Button>
        <Button size="sm" tone="ghost" aria-label={texts.removeNamed(named)} onClick={onRemove}>
          {texts.remove}
        </Button>
      </div>
    </li>
  );
}
