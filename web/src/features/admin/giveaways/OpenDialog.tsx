import { DrawSheet } from "./DrawSheet";
import type { GiveawayAction } from "./GiveawayCard";
import { GiveawayDialog } from "./GiveawayDialog";
import type { Giveaway } from "./model";
import { OldProofDialog } from "./OldProofDialog";
import { DeleteQuestion, EndQuestion } from "./questions";

export type Opened = { action: GiveawayAction; giveaway: Giveaway } | { action: "create" };

type OpenDialogProps = {
  opened: Opened;
  giveaways: readonly Giveaway[];
  onClose: () => void;
  onDone: (text: string) => void;
};

/** The form of a giveaway, a question about it, or how it was drawn. */
export default function OpenDialog({ opened, giveaways, onClose, onDone }: OpenDialogProps) {
  if (opened.action === "create")
    return <GiveawayDialog before={null} now={null} onClose={onClose} />;
  // Members go on entering while a question is open: it counts with what is true now.
  const now = giveaways.find(({ id }) => id === opened.giveaway.id) ?? null;
  const giveaway = now ?? opened.giveaway;
  switch (opened.action) {
    case "repeat":
      return <GiveawayDialog before={null} now={null} source={giveaway} onClose={onClose} />;
    case "edit":
      return <GiveawayDialog before={opened.giveaway} now={now} onClose={onClose} />;
    case "end":
      return <EndQuestion giveaway={giveaway} onClose={onClose} onDone={onDone} />;
    case "delete":
      return <DeleteQuestion giveaway={giveaway} onClose={onClose} onDone={onDone} />;
    case "oldProof":
      return <OldProofDialog giveaway={giveaway} onClose={onClose} onDone={onDone} />;
    case "draw":
      return <DrawSheet giveaway={giveaway} onClose={onClose} />;
  }
}
