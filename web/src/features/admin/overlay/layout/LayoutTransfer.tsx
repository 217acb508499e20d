import { Download, FileUp } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Message, useMessage } from "@/ui/Message";
import type { Values } from "../../settings/values";
import { saveJson } from "../../shell/save-file";
import * as texts from "../texts/editor.en";
import { ImportDialog } from "./ImportDialog";
import { type LayoutSource, readLayoutFile, writeLayout } from "./layout";

type LayoutTransferProps = {
  sources: readonly Values[];
  onImport: (sources: readonly Values[]) => void;
};

/** The sources as a file, and back. */
export function LayoutTransfer({ sources, onImport }: LayoutTransferProps) {
  const headingId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [coming, setComing] = useState<readonly LayoutSource[] | null>(null);
  const { message, say } = useMessage();
  const read = async (file: File) => {
    const layout = await readLayoutFile(file);
    if ("problem" in layout) say("error", layout.problem);
    else setComing(layout.sources);
  };
  const save = () => {
    const layout = writeLayout(sources);
    if (layout === null) return say("error", texts.exportWrong);
    saveJson(texts.fileName, layout);
    say("success", texts.exported(sources.length));
  };
  return (
    <Card className="p-5 sm:p-6">
      <section aria-labelledby={headingId}>
        <h2 id={headingId} className="text-lg">
          {texts.transfer}
        </h2>
        <p className="mt-1 text-sm text-muted">{texts.transferLead}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button
            disabled={sources.length === 0}
            onClick={save}
            icon={<Download aria-hidden="true" className="size-4" />}
          >
            {texts.exportLayout}
          </Button>
          <Button
            onClick={() => field.current?.click()}
            icon={<FileUp aria-hidden="true" className="size-4" />}
          >
            {texts.importLayout}
          </Button>
          <input
            ref={field}
            type="file"
            accept=".json,application/json"
            aria-label={texts.fileField}
            tabIndex={-1}
            className="sr-only"
            onChange={({ target }) => {
              const file = target.files?.[0];
              // The same file can be chosen again, once it has been mended.
              target.value = "";
              if (file !== undefined) void read(file);
            }}
          />
        </div>
        <Message message={message} className="mt-4" />
      </section>
      {coming !== null && (
        <ImportDialog
          mine={sources}
          coming={coming}
          onImport={(next) => {
            onImport(next);
            setComing(null);
            say("success", texts.imported(coming.length));
          }}
          onClose={() => setComing(null)}
        />
      )}
    </Card>
  );
}
