import { useState } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { ToggleGroup } from "@/ui/ToggleGroup";
import type { Values } from "../../settings/values";
import { KindArt } from "../editor/KindArt";
import { SOURCES_MAX } from "../editor/model";
import * as texts from "../texts/editor.en";
import { type LayoutSource, merged } from "./layout";

type ImportDialogProps = {
  mine: readonly Values[];
  coming: readonly LayoutSource[];
  onImport: (sources: readonly Values[]) => void;
  onClose: () => void;
};

/** What a layout would bring, before it comes into the form. */
export function ImportDialog({ mine, coming, onImport, onClose }: ImportDialogProps) {
  const [how, setHow] = useState<"add" | "replace">("add");
  const isTooMany = how === "add" && mine.length + coming.length > SOURCES_MAX;
  const note = {
    add: isTooMany
      ? texts.importTooMany(SOURCES_MAX)
      : texts.importAddText(mine.length + coming.length),
    replace: texts.importReplaceText(mine.length),
  }[how];
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.importTitle}
      description={texts.importText(coming.length)}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            tone="gold"
            disabled={isTooMany}
            onClick={() => onImport(merged(how === "add" ? mine : [], coming))}
          >
            {texts.importNow}
          </Button>
        </>
      }
    >
      <ul className="mt-5 grid max-h-[36dvh] gap-2 overflow-auto sm:grid-cols-2">
        {coming.map(({ name, options: { kind } }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the sources of a file have no ids, and their order stays
          <li key={index} className="well flex items-center gap-3 rounded-md p-2.5">
            <KindArt kind={kind} className="w-12 shrink-0" />
            <span className="min-w-0">
              <span className="block truncate text-sm font-semibold">{name}</span>
              <span className="block text-xs text-muted">{texts.kinds[kind].name}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-5">
        <ToggleGroup
          label={texts.importHow}
          options={[
            { value: "add", label: texts.importAdd },
            { value: "replace", label: texts.importReplace },
          ]}
          value={how}
          onValueChange={setHow}
        />
        <p role="status" className="mt-2 text-sm text-muted">
          {note}
        </p>
      </div>
    </Dialog>
  );
}
