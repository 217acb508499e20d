import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/data/QueryView";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/PageState";
import { Points } from "@/ui/Points";
import { Skeleton } from "@/ui/Skeleton";
import { Pages } from "../../lists/Pages";
import { Private } from "../../shell/Private";
import { useHiding } from "../../shell/private";
import * as hidden from "../../shell/texts/private.en";
import * as texts from "../texts/en";
import { type WaitingLine, waitingQuery } from "./queries";
import { whoIsMeant } from "./who";

type WaitingViewProps = {
  onBack: () => void;
  onCredit: (line: WaitingLine) => void;
  onRemove: (line: WaitingLine) => void;
};

/** The lines that nobody could be found for yet, each with an admin's tick or the way out. */
export function WaitingView({ onBack, onCredit, onRemove }: WaitingViewProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(waitingQuery(page));
  const { data } = query;
  return (
    <>
      <QueryView query={query} what={texts.theLines} loading={<LoadingLines />} failedAs="bare">
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState level={3} art={<EmptyRows />} title={texts.noWaitingLines}>
              <p>{texts.everyLineEveryFile}</p>
            </EmptyState>
          ) : (
            <>
              <p className="text-sm text-muted">{texts.creditOneOnlyIf(total)}</p>
              <ul className="divide-y divide-line border-y border-line">
                {items.map((line) => (
                  <Row
                    key={line.id}
                    line={line}
                    onCredit={() => onCredit(line)}
                    onRemove={() => onRemove(line)}
                  />
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
      {data !== undefined && data.pages > 1 && (
        <Pages page={page} pages={data.pages} onPage={setPage} />
      )}
      <div className="flex justify-end">
        <Button onClick={onBack}>{texts.back}</Button>
      </div>
    </>
  );
}

function LoadingLines() {
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">{texts.loadingLinesWait}</span>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-16 rounded-md" />
      ))}
    </div>
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
