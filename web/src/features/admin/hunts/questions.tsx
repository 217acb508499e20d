import { ConfirmDialog } from "@/data/ConfirmDialog";
import { type Hunt, type Slot } from "./model";
import { deleteHunt, deleteSlot } from "./queries";
import * as texts from "./texts/en";

type DeleteHuntProps = { hunt: Hunt; onClose: () => void; onDone: (text: string) => void };

/** Asks before a hunt is removed with all its slots. */
export function DeleteHunt({ hunt, onClose, onDone }: DeleteHuntProps) {
  const { id, name, totalSlots } = hunt;
  return (
    <ConfirmDialog
      title={texts.deleteBonusHunt}
      text={
        <span className="[overflow-wrap:anywhere]">
          {texts.disappearsFromSiteOnce(name, id, totalSlots > 0 && texts.withText(totalSlots))}
        </span>
      }
      confirm={texts.textDelete}
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
      title={texts.deleteSlot}
      text={
        <span className="[overflow-wrap:anywhere]">{texts.sureWantDeleteSlot(slot.slotName)}</span>
      }
      confirm={texts.deleteSlot}
      tone="danger"
      onConfirm={async () => onDone((await deleteSlot(huntId, slot.id)).message)}
      onClose={onClose}
    />
  );
}
