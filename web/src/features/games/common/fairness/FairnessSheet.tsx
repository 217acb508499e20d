import { useState } from "react";
import { Sheet } from "@/ui/Dialog";
import { Tabs } from "@/ui/Tabs";
import type { GameId } from "../queries";
import { HowItWorks } from "./HowItWorks";
import { lastSteps } from "./last-steps";
import { SeedsTab } from "./SeedsTab";

type FairnessSheetProps = {
  game: GameId;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The round to check, or null to begin with the seeds. */
  roundId: string | null;
};

/** Seeds and explanation, beside the game. */
export default function FairnessSheet({ game, open, onOpenChange }: FairnessSheetProps) {
  const [tab, setTab] = useState<"seeds" | "how">("seeds");
  return (
    <Sheet side="right" title="Provably fair" open={open} onOpenChange={onOpenChange}>
      <Tabs
        label="Fairness"
        className="px-6 pt-2 pb-8"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: "seeds", label: "Seeds", content: <SeedsTab /> },
          {
            value: "how",
            label: "How it works",
            content: <HowItWorks lastStep={lastSteps[game]} />,
          },
        ]}
      />
    </Sheet>
  );
}
