import { formatCount } from "@/ui/format/words";
import { ConfirmDialog } from "../shell/ConfirmDialog";
import { type Hunt, type Slot } from "./model";
import { deleteHunt, deleteSlot } from "./queries";

type DeleteHuntProps = { hunt: Hunt; onClose: () => void; onDone: (text: string) => void };

/** Asks before a hunt is removed with all its slots. */
export function DeleteHunt({ hunt, onClose, onDone }: DeleteHuntProps) {
  const { id, name, totalSlots } = hunt;
  return (
    <ConfirmDialog
      title="Delete this bonus hunt?"
      text={
        <span className="[overflow-wrap:anywhere]">
          “{name}” (#{id}) disappears from the site at once
          {totalSlots > 0 && `, with ${formatCount(totalSlots, "slot")}`}. This action cannot be
          undone.
        </span>
      }
      confirm="Delete"
      tone="danger"
      onConfirm={async () => onDone(await deleteHunt(id))}
      onClose={onClose}
    />
  );
}

type DeleteSlotProps = {
  huntId: string;
  slot: Slot;
  onClose: () => void;
  onDone: (text: string) => void;
};

/** Asks before a slot is removed. */
export function DeleteSlot({ huntId, slot, onClose, onDone }: DeleteSlotProps) {
  return (
    <ConfirmDialog
      title="Delete Slot"
      text={
        <span className="[overflow-wrap:anywhere]">
          Are you sure you want to delete the slot “{slot.slotName}”? This action cannot be undone.
        </span>
      }
      confirm="Delete Slot"
      tone="danger"
      onConfirm={async () => onDone((await deleteSlot(huntId, slot.id)).message)}
      onClose={onClose}
    />
  );
}
