import { HuntDialog } from "./HuntDialog";
import type { Slot, WholeHunt } from "./model";
import { PlayDialog } from "./PlayDialog";
import { DeleteSlot } from "./questions";
import { SlotDialog } from "./SlotDialog";
import type { SlotAction } from "./SlotTable";

export type Opened =
  | { action: "details" | "add" }
  | { action: Exclude<SlotAction, "tip">; slot: Slot };

type OpenDialogProps = {
  opened: Opened;
  hunt: WholeHunt;
  onClose: () => void;
  onDone: (text: string) => void;
  onPlayed: (slot: Slot, slots: readonly Slot[]) => void;
};

/** The dialog of a hunt, or of one of its slots. */
export default function OpenDialog({ opened, hunt, onClose, onDone, onPlayed }: OpenDialogProps) {
  const shared = { huntId: hunt.id, onClose };
  const { startingBalance, streamerName } = hunt;
  switch (opened.action) {
    case "details":
      return <HuntDialog now={hunt} onClose={onClose} onDone={onDone} />;
    case "add":
      return (
        <SlotDialog
          before={null}
          now={null}
          streamerName={streamerName}
          startingBalance={startingBalance}
          onDone={onDone}
          {...shared}
        />
      );
    case "edit":
      return (
        <SlotDialog
          before={opened.slot}
          now={hunt.slots.find(({ id }) => id === opened.slot.id) ?? null}
          streamerName={streamerName}
          startingBalance={startingBalance}
          onDone={onDone}
          {...shared}
        />
      );
    case "play":
      return (
        <PlayDialog
          slot={opened.slot}
          startingBalance={startingBalance}
          onDone={onPlayed}
          {...shared}
        />
      );
    case "delete":
      return <DeleteSlot slot={opened.slot} onDone={onDone} {...shared} />;
  }
}
