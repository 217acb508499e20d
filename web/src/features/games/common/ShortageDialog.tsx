import { ShortOfPoints } from "@/features/wallet/ShortOfPoints";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";

/** The popup for a bet above the balance. */
export default function ShortageDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      uninvited
      onOpenChange={onClose}
      title="Insufficient Points"
      description="You don't have enough points to place this bet!"
      actions={
        <Button tone="gold" onClick={onClose} className="min-w-28">
          OK
        </Button>
      }
    >
      <div className="mt-3">
        <ShortOfPoints />
      </div>
    </Dialog>
  );
}
