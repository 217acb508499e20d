import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/data/QueryView";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button } from "@/ui/Button";
import { formatMoment } from "@/ui/format/dates";
import { formatPoints } from "@/ui/format/numbers";
import { EmptyState } from "@/ui/PageState";
import * as texts from "../texts/en";
import type { Change } from "./change";
import { Answers } from "./LineQuestions";
import { LoadingLines } from "./LoadingLines";
import { type ImportItem, importsQuery, takeBack } from "./queries";

type ImportsViewProps = { onBack: () => void; onTakeBack: (item: ImportItem) => void };

/** The imports, newest first, each with the way to take it back. */
export function ImportsView({ onBack, onTakeBack }: ImportsViewProps) {
  return (
    <>
      <QueryView
        query={useQuery(importsQuery)}
        what={texts.theImports}
        loading={<LoadingLines label={texts.loadingImports} />}
        failedAs="bare"
      >
        {(items) =>
          items.length === 0 ? (
            <EmptyState level={3} art={<EmptyRows />} title={texts.noImports}>
              <p>{texts.importsAppearHere}</p>
            </EmptyState>
          ) : (
            <ul aria-label={texts.imports} className="divide-y divide-line border-y border-line">
              {items.map((item) => (
                <Row key={item.import} item={item} onTakeBack={() => onTakeBack(item)} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <div className="flex justify-end">
        <Button onClick={onBack}>{texts.back}</Button>
      </div>
    </>
  );
}

function Row({ item, onTakeBack }: { item: ImportItem; onTakeBack: () => void }) {
  const { credited, creditedPoints, waiting, waitingPoints, takenBack } = item;
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64 text-sm">
        <p className="font-semibold">
          {texts.importOf(item.import, formatMoment(item.begunAt), item.lines)}
        </p>
        <p className="text-muted">
          {takenBack === null
            ? texts.importSums(
                credited,
                formatPoints(creditedPoints),
                waiting,
                formatPoints(waitingPoints),
              )
            : takenBackText(takenBack)}
        </p>
      </div>
      {takenBack === null && (
        <Button size="sm" aria-label={texts.takeBackNamed(item.import)} onClick={onTakeBack}>
          {texts.takeBack}
        </Button>
      )}
    </li>
  );
}

type TakenBack = NonNullable<ImportItem["takenBack"]>;

function takenBackText({ begunAt, done, points, missing }: TakenBack): string {
  if (!done) return texts.beingTakenBack;
  const taken = texts.takenBackAt(formatMoment(begunAt), formatPoints(points));
  return missing === 0 ? taken : taken + texts.hadBeenSpent(formatPoints(missing));
}

type TakeBackProps = {
  item: ImportItem;
  change: Change;
  onBack: () => void;
  onDone: (text: string) => void;
};

/** The question before an import is taken back, with what that takes. */
export function TakeBack({ item, change, onBack, onDone }: TakeBackProps) {
  const { creditedPoints, leftPoints, waiting } = item;
  const missing = Math.max(creditedPoints - leftPoints, 0);
  return (
    <>
      <p className="text-muted">{texts.takeBackTakes}</p>
      <ul className="well flex list-disc flex-col gap-1 rounded-md py-3 pr-4 pl-8 text-sm">
        <li>{texts.pointsTaken(formatPoints(leftPoints), formatPoints(creditedPoints))}</li>
        {missing > 0 && <li>{texts.pointsSpent(formatPoints(missing))}</li>}
        {waiting > 0 && <li>{texts.linesRemoved(waiting)}</li>}
      </ul>
      <p className="text-muted">{texts.takeBackIsFinal}</p>
      <Answers change={change} onBack={onBack}>
        <Button
          tone="danger"
          busy={change.isBusy}
          onClick={() => void change.submit(async () => onDone(await takeBack(item.import)))}
        >
          {texts.takeBackImport(item.import)}
        </Button>
      </Answers>
    </>
  );
}
