import { useState } from "react";
import { UnknownOutcome } from "@/data/UnknownOutcome";
import { Badge, type BadgeTone } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { Notice } from "@/ui/Notice";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { Pages } from "../../lists/Pages";
import { Private } from "../../shell/Private";
import * as hidden from "../../shell/texts/private.en";
import * as texts from "../texts/en";
import type { Change } from "./change";
import { type FileLayout, importPoints, type LineReport, type Report } from "./queries";

/** Lines of a page: the buttons stay in sight below them. */
const PAGE_LENGTH = 6;

type ReportViewProps = {
  file: ArrayBuffer;
  name: string;
  layout: FileLayout;
  report: Report;
  change: Change;
  onBack: () => void;
  onLayout: () => void;
  onDone: (report: Report) => void;
  onWaiting: () => void;
  onClose: () => void;
};

/** What a file would do, line by line, and the question whether it should; then what it did. */
export function ReportView({ file, name, layout, report, change, ...to }: ReportViewProps) {
  const { failed, isBusy } = change;
  return (
    <>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">
        {report.dryRun && !report.repeated
          ? texts.nothingHasBeenCredited(name)
          : texts.imported(name)}
      </p>
      {report.repeated && <Notice>{texts.importedBefore}</Notice>}
      <Totals report={report} />
      {report.withoutPoints > 0 && (
        <p className="text-sm text-muted">{texts.leftOut(report.withoutPoints)}</p>
      )}
      <Lines report={report} />
      {failed !== null && !isBusy && (
        <Notice tone="error">
          {failed.failure.message}
          {failed.isUnknown && <UnknownOutcome className="mt-1" />}
        </Notice>
      )}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        {report.dryRun ? (
          <>
            <Button disabled={isBusy} onClick={to.onBack}>
              {texts.back}
            </Button>
            <Button disabled={isBusy} onClick={to.onLayout}>
              {texts.changeColumns}
            </Button>
            <Button
              tone="gold"
              busy={isBusy}
              disabled={report.repeated || report.credited + report.waiting === 0}
              onClick={() =>
                void change.submit(async () => to.onDone(await importPoints(file, false, layout)))
              }
            >
              {report.credited === 0 && report.waiting > 0
                ? texts.importWaiting(report.waiting)
                : texts.importCreditPoints(formatPoints(report.creditedPoints))}
            </Button>
          </>
        ) : (
          <>
            {report.waiting > 0 && <Button onClick={to.onWaiting}>{texts.showWaitingLines}</Button>}
            <Button tone="gold" onClick={to.onClose}>
              {texts.done}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

function Totals({ report }: { report: Report }) {
  const { credited, creditedPoints, waiting, waitingPoints, removed, takenBack } = report;
  // Of a file that was taken in before it is told what has become of it.
  const isTrial = report.dryRun && !report.repeated;
  return (
    <dl className={cx("grid grid-cols-2 gap-3", totalColumns(removed > 0, takenBack > 0))}>
      <Total
        term={isTrial ? texts.wouldCredited : texts.credited}
        count={credited}
        note={texts.points(formatPoints(creditedPoints))}
      />
      <Total
        term={isTrial ? texts.wouldWait : texts.wait}
        count={waiting}
        note={texts.pointsText(formatPoints(waitingPoints))}
      />
      <Total term={texts.invalid} count={report.invalid} />
      <Total term={texts.duplicates} count={report.duplicates} />
      {removed > 0 && <Total term={texts.removed} count={removed} />}
      {takenBack > 0 && <Total term={texts.takenBack} count={takenBack} />}
    </dl>
  );
}

function totalColumns(hasRemoved: boolean, hasTakenBack: boolean): string {
  if (hasRemoved && hasTakenBack) return "sm:grid-cols-3";
  return hasRemoved || hasTakenBack ? "sm:grid-cols-5" : "sm:grid-cols-4";
}

function Total({ term, count, note }: { term: string; count: number; note?: string }) {
  return (
    <div className="well rounded-md px-4 py-3">
      <dt className="text-xs text-muted">{term}</dt>
      <dd>
        <span className="block font-display text-lg font-bold">{formatPoints(count)}</span>
        {note !== undefined && <span className="block text-xs text-muted">{note}</span>}
      </dd>
    </div>
  );
}

const statuses: Readonly<Record<LineReport["status"], { label: string; tone: BadgeTone }>> = {
  credited: { label: texts.credited, tone: "win" },
  waiting: { label: texts.waits, tone: "plain" },
  invalid: { label: texts.invalid, tone: "loss" },
  duplicate: { label: texts.duplicate, tone: "loss" },
  removed: { label: texts.removed, tone: "plain" },
  takenBack: { label: texts.takenBack, tone: "plain" },
};

/** What was not matched comes first: it is what one has to look at. */
function Lines({ report: { lines, truncated } }: { report: Report }) {
  const unmatched = lines.filter(({ status }) => status !== "credited");
  const [shown, setShown] = useState<"unmatched" | "all">(
    unmatched.length > 0 ? "unmatched" : "all",
  );
  const [page, setPage] = useState(1);
  const listed = shown === "all" ? lines : unmatched;
  const pages = Math.ceil(listed.length / PAGE_LENGTH);
  const onPage = listed.slice((page - 1) * PAGE_LENGTH, page * PAGE_LENGTH);
  return (
    <>
      <ToggleGroup
        label={texts.linesShow}
        options={[
          { value: "unmatched", label: texts.notMatched(unmatched.length) },
          { value: "all", label: texts.allLines(lines.length) },
        ]}
        value={shown}
        onValueChange={(next) => {
          setShown(next);
          setPage(1);
        }}
      />
      {listed.length === 0 ? (
        <p className="py-4 text-center text-sm text-muted">
          {shown === "all" ? texts.fileHasNoLines : texts.everyLineWasMatched}
        </p>
      ) : (
        <ul aria-label={texts.linesFile} className="divide-y divide-line border-y border-line">
          {onPage.map((line) => (
            <Line key={line.line} line={line} />
          ))}
        </ul>
      )}
      {pages > 1 && <Pages page={page} pages={pages} onPage={setPage} />}
      {truncated && <Notice>{texts.onlyFirstLinesListed(formatPoints(lines.length))}</Notice>}
    </>
  );
}

function Line({ line: { line, status, points, names, username, reason } }: { line: LineReport }) {
  const { label, tone } = statuses[status];
  return (
    <li className="flex items-start gap-4 px-4 py-2.5 text-sm">
      <span className="w-16 shrink-0 text-muted">{texts.line(line)}</span>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="flex flex-wrap items-center gap-x-2">
          {username !== null && <span className="font-semibold">{username}</span>}
          {names.length > 0 && (
            <span className={username === null ? "font-semibold" : "text-muted"}>
              <Private what={hidden.memberOfLine(line)}>{names.join(", ")}</Private>
            </span>
          )}
        </span>
        <span className="block text-muted">{reason}</span>
      </span>
      {points !== null && <span className="shrink-0 font-semibold">{formatPoints(points)}</span>}
      <span className="flex w-24 shrink-0 justify-end">
        <Badge tone={tone}>{label}</Badge>
      </span>
    </li>
  );
}
