import { Dialog } from "@/ui/Dialog";
import * as texts from "../texts/editor.en";
import { KindArt } from "./KindArt";
import { KINDS, type Kind } from "./model";

type AddDialogProps = { onAdd: (kind: Kind) => void; onClose: () => void };

/** Which kind a new source is. */
export function AddDialog({ onAdd, onClose }: AddDialogProps) {
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.addTitle}
      description={texts.addText}
    >
      <ul className="mt-5 grid gap-3 sm:grid-cols-2">
        {KINDS.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              onClick={() => onAdd(kind)}
              className="well flex h-full w-full items-start gap-3 rounded-md p-3 text-left transition-colors hover:border-line-strong hover:bg-ink-800"
            >
              <KindArt kind={kind} className="w-20 shrink-0" />
              <span className="min-w-0">
                <span className="block font-semibold">{texts.kinds[kind].name}</span>
                <span className="mt-0.5 block text-sm text-muted">{texts.kinds[kind].about}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
