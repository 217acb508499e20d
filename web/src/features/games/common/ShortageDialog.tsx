import { ShortOfPoints } from "@/features/wallet/ShortOfPoints";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import * as texts from "./texts/en";

/** The popup for a bet above the balance. */
export default function ShortageDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      uninvited
      onOpenChange={onClose}
      title={texts.insufficientPoints}
      description={texts.dontHaveEnoughPointsPlace}
      actions={
        <Button tone="gold" onClick={onClose} className="min-w-28">
          {texts.ok}
        </Button>
      }
    >
      <div className="mt-3">
        <ShortOfPoints />
      </div>
    </Dialog>
  );
}
