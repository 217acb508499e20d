import { useState } from "react";
import { Sheet } from "@/ui/Dialog";
import { Tabs } from "@/ui/Tabs";
import { HowItWorks } from "../common/fairness/HowItWorks";
import { SeedsTab } from "../common/fairness/SeedsTab";
import { DiceVerifier } from "./DiceVerifier";

type DiceFairnessSheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The round to check, or null to begin with the seeds. */
  roundId: string | null;
};

/** Seeds, verifier and explanation, beside the game. */
export default function DiceFairnessSheet({ open, onOpenChange, roundId }: DiceFairnessSheetProps) {
  const [tab, setTab] = useState<"seeds" | "verify" | "how">(roundId === null ? "seeds" : "verify");
  return (
    <Sheet side="right" title="Provably fair" open={open} onOpenChange={onOpenChange}>
      <Tabs
        label="Fairness"
        className="px-6 pt-2 pb-8"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: "seeds", label: "Seeds", content: <SeedsTab /> },
          { value: "verify", label: "Verify", content: <DiceVerifier roundId={roundId} /> },
          {
            value: "how",
            label: "How it works",
            content: (
              <HowItWorks lastStep="The word is taken modulo 10,000 and shown as 0.00 to 99.99. Under wins below the target, over wins at the target or above it." />
            ),
          },
        ]}
      />
    </Sheet>
  );
}
