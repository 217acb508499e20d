import { useEffect, useRef, useState } from "react";
import { Dialog } from "@/ui/Dialog";
import { Message, useMessage } from "@/ui/Message";
import * as texts from "../texts/en";
import { useChange } from "./change";
import { ImportsView, TakeBack } from "./ImportsView";
import { LayoutView } from "./LayoutView";
import { CreditLine, CreditLinked, RemoveLine } from "./LineQuestions";
import {
  type FileLayout,
  firstWaiting,
  type ImportItem,
  type LinkedLines,
  type Report,
  type WaitingLine,
} from "./queries";
import { ReportView } from "./ReportView";
import { StartView } from "./StartView";
import { WaitingView } from "./WaitingView";

/** What the dialog shows. The file's bytes are kept between the trial and the import itself. */
type Step =
  | { view: "start" }
  | { view: "layout"; file: ArrayBuffer; name: string; layout: FileLayout }
  | { view: "report"; file: ArrayBuffer; name: string; layout: FileLayout; report: Report }
  | { view: "waiting" }
  | { view: "linked"; linked: LinkedLines }
  | { view: "credit"; line: WaitingLine }
  | { view: "remove"; line: WaitingLine }
  | { view: "imports" }
  | { view: "takeBack"; item: ImportItem };

const titles: Readonly<Record<Step["view"], string>> = {
  start: texts.pointsCsv,
  layout: texts.howToReadFile,
  report: texts.whatFileDoes,
  waiting: texts.waitingLines,
  linked: texts.creditLinkedQuestion,
  credit: texts.whoseLine,
  remove: texts.removeLine,
  imports: texts.imports,
  takeBack: texts.takeBackQuestion,
};

/** Points of members as a file: taken in after a trial, or kept (docs/decisions.md, F6). */
export default function CsvDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>({ view: "start" });
  const [search, setSearch] = useState(firstWaiting);
  const change = useChange();
  const { message, say, hush } = useMessage();
  const panel = useFocusAtChange(step.view);
  const go = (next: Step) => {
    hush();
    change.reset();
    setStep(next);
  };
  const toWaiting = () => go({ view: "waiting" });
  const toImports = () => go({ view: "imports" });
  const takenBack = (text: string) => {
    toImports();
    say("success", text);
  };
  const settled = (text: string) => {
    toWaiting();
    say("success", text);
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open && !change.isBusy) onClose();
      }}
      title={
        step.view === "report" && !step.report.dryRun ? texts.pointsImported : titles[step.view]
      }
    >
      <div ref={panel} tabIndex={-1} className="mt-4 flex flex-col gap-5 outline-none">
        <Message message={message} />
        {step.view === "start" && (
          <StartView
            onReport={(file, name, report) =>
              go({ view: "report", file, name, layout: {}, report })
            }
            onUnclear={(file, name) => go({ view: "layout", file, name, layout: {} })}
            onWaiting={toWaiting}
            onImports={toImports}
          />
        )}
        {step.view === "layout" && (
          <LayoutView
            {...step}
            change={change}
            onBack={() => go({ view: "start" })}
            onReport={(report, layout) => go({ ...step, view: "report", layout, report })}
          />
        )}
        {step.view === "report" && (
          <ReportView
            {...step}
            change={change}
            onBack={() => go({ view: "start" })}
            onLayout={() => go({ ...step, view: "layout" })}
            onDone={(report) => go({ ...step, report })}
            onWaiting={toWaiting}
            onClose={onClose}
          />
        )}
        {step.view === "waiting" && (
          <WaitingView
            search={search}
            onSearch={setSearch}
            onCreditLinked={(linked) => go({ view: "linked", linked })}
            onBack={() => go({ view: "start" })}
            onCredit={(line) => go({ view: "credit", line })}
            onRemove={(line) => go({ view: "remove", line })}
          />
        )}
        {step.view === "linked" && (
          <CreditLinked linked={step.linked} onBack={toWaiting} change={change} onDone={settled} />
        )}
        {step.view === "credit" && (
          <CreditLine line={step.line} onBack={toWaiting} change={change} onDone={settled} />
        )}
        {step.view === "remove" && (
          <RemoveLine line={step.line} onBack={toWaiting} change={change} onDone={settled} />
        )}
        {step.view === "imports" && (
          <ImportsView
            onBack={() => go({ view: "start" })}
            onTakeBack={(item) => go({ view: "takeBack", item })}
          />
        )}
        {step.view === "takeBack" && (
          <TakeBack item={step.item} onBack={toImports} change={change} onDone={takenBack} />
        )}
      </div>
    </Dialog>
  );
}

/** The button that was pressed has gone with its view: the next one begins at its top. */
function useFocusAtChange(view: string) {
  const panel = useRef<HTMLDivElement>(null);
  const before = useRef(view);
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    panel.current?.focus({ preventScroll: true });
    // The dialog is what scrolls.
    const dialog = panel.current?.parentElement;
    if (dialog) dialog.scrollTop = 0;
  }, [view]);
  return panel;
}
