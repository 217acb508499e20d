import { useQuery } from "@tanstack/react-query";
import { Download, FileUp, History, Hourglass } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { asFailure, CallFailure } from "@/wire/failure";
import { useMay } from "../../session/rights";
import * as texts from "../texts/en";
import {
  exportPoints,
  FILE_BYTES_MAX,
  firstWaiting,
  importPoints,
  type Report,
  waitingQuery,
} from "./queries";

type StartViewProps = {
  onReport: (file: ArrayBuffer, name: string, report: Report) => void;
  /** The file doesn't say clearly how it is to be read. */
  onUnclear: (file: ArrayBuffer, name: string) => void;
  onWaiting: () => void;
  onImports: () => void;
};

const UNCLEAR: ReadonlySet<string> = new Set(["unknown_encoding", "unclear_columns"]);

/** Where a file is chosen, what waits, and the way out as a file. */
export function StartView({ onReport, onUnclear, onWaiting, onImports }: StartViewProps) {
  const mayImport = useMay("all_points", "change");
  const waiting = useQuery({ ...waitingQuery(firstWaiting), enabled: mayImport }).data?.total ?? 0;
  const tryOut = async (file: File) => {
    if (file.size > FILE_BYTES_MAX) {
      const message = texts.fileTooLargeMost;
      throw new CallFailure({ error: "too_large", message, status: 413 });
    }
    const bytes = await file.arrayBuffer();
    try {
      onReport(bytes, file.name, await importPoints(bytes, true, {}));
    } catch (thrown) {
      if (!UNCLEAR.has(asFailure(thrown).error)) throw thrown;
      onUnclear(bytes, file.name);
    }
  };
  const { failed, running, submit } = useSubmit({
    send: (what: File | "export") => (what === "export" ? exportPoints() : tryOut(what)),
  });
  return (
    <>
      {mayImport && (
        <Part
          icon={<FileUp aria-hidden="true" className="size-5" />}
          title={texts.importText}
          action={
            <FileButton busy={running instanceof File} onFile={(file) => void submit(file)} />
          }
        >
          {texts.firstRowNamesColumns}
        </Part>
      )}
      {mayImport && waiting > 0 && (
        <Part
          icon={<Hourglass aria-hidden="true" className="size-5" />}
          title={texts.lineWaitsCount(waiting)}
          action={<Button onClick={onWaiting}>{texts.showThem}</Button>}
        >
          {texts.theyCreditedThemselvesOnce}
        </Part>
      )}
      {mayImport && (
        <Part
          icon={<History aria-hidden="true" className="size-5" />}
          title={texts.imports}
          action={<Button onClick={onImports}>{texts.showImports}</Button>}
        >
          {texts.importsHint}
        </Part>
      )}
      <Part
        icon={<Download aria-hidden="true" className="size-5" />}
        title={texts.exportText}
        action={
          <Button busy={running === "export"} onClick={() => void submit("export")}>
            {texts.exportPoints}
          </Button>
        }
      >
        {texts.allMembersTheirPoints}
      </Part>
      {failed !== null && running === null && (
        <Notice tone="error">{failed.failure.message}</Notice>
      )}
    </>
  );
}

type PartProps = { icon: ReactNode; title: string; action: ReactNode; children: ReactNode };

function Part({ icon, title, action, children }: PartProps) {
  return (
    <section className="well flex flex-wrap items-center gap-x-5 gap-y-4 rounded-md p-5">
      <div className="flex min-w-0 flex-1 basis-72 gap-4">
        <span className="mt-0.5 text-muted">{icon}</span>
        <div className="min-w-0">
          <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
          <p className="mt-1 text-sm text-muted">{children}</p>
        </div>
      </div>
      {action}
    </section>
  );
}

/** The browser's own field for a file, behind a button of ours. */
function FileButton({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button tone="gold" busy={busy} onClick={() => field.current?.click()}>
        {texts.chooseCsvFile}
      </Button>
      <input
        ref={field}
        id={id}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label={texts.csvFile}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file can be chosen again, once it has been mended.
          event.target.value = "";
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}
