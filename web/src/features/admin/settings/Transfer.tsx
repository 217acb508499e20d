import { Download, FileUp, Sparkles } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Message, useMessage } from "@/ui/Message";
import { CallFailure } from "@/wire/failure";
import { failureTexts } from "../shell/failure-texts";
import { saveJson } from "../shell/save-file";
import { ImportDialog } from "./ImportDialog";
import {
  type Compared,
  compareFile,
  exampleSettings,
  exportSettings,
  readFile,
  type SettingsFile,
} from "./queries";
import * as texts from "./texts/en";

export type Import = { file: SettingsFile; compared: Compared; isExample: boolean };

/** The way out and in as a file, and the example streamer. */
export function Transfer({ mayImport }: { mayImport: boolean }) {
  const headingId = useId();
  const fieldId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<Import | null>(null);
  const { message, say } = useMessage();
  const open = async (file: SettingsFile, isExample: boolean) =>
    setOpened({ file, isExample, compared: await compareFile(file) });
  const { running, submit } = useSubmit({
    send: async (what: File | "export" | "example") => {
      if (what === "example") return open(await exampleSettings(), true);
      if (what !== "export") return open(await readChosen(what), false);
      const file = await exportSettings();
      saveJson(texts.fileName, file);
      say("success", texts.exported);
    },
    onFailure: ({ failure }) => say("error", ...failureTexts(failure)),
  });
  return (
    <section aria-labelledby={headingId}>
      <Card className="p-5 sm:p-6">
        <h2 id={headingId} className="text-lg">
          {texts.transfer}
        </h2>
        <p className="mt-1 text-sm text-muted">{texts.transferLead}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button
            busy={running === "export"}
            onClick={() => void submit("export")}
            icon={<Download aria-hidden="true" className="size-4" />}
          >
            {texts.exportSettings}
          </Button>
          {mayImport && (
            <>
              <Button
                busy={running instanceof File}
                onClick={() => field.current?.click()}
                icon={<FileUp aria-hidden="true" className="size-4" />}
              >
                {texts.importSettings}
              </Button>
              <input
                ref={field}
                id={fieldId}
                type="file"
                accept=".json,application/json"
                aria-label={texts.fileField}
                tabIndex={-1}
                className="sr-only"
                onChange={({ target }) => {
                  const file = target.files?.[0];
                  // The same file can be chosen again, once it has been mended.
                  target.value = "";
                  if (file !== undefined) void submit(file);
                }}
              />
              <Button
                busy={running === "example"}
                onClick={() => void submit("example")}
                icon={<Sparkles aria-hidden="true" className="size-4" />}
              >
                {texts.loadExample}
              </Button>
            </>
          )}
        </div>
        <Message message={message} className="mt-4" />
      </Card>
      {opened !== null && (
        <ImportDialog
          opened={opened}
          onDone={(text) => say("success", text)}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}

async function readChosen(chosen: File): Promise<SettingsFile> {
  const file = readFile(await chosen.text());
  if (file !== null) return file;
  const message = texts.noSettingsFile;
  throw new CallFailure({ error: "bad_file", message, said: message, status: 400 });
}
