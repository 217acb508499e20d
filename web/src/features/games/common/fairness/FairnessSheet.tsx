import { type ComponentType, type ReactNode, Suspense, useState } from "react";
import { Sheet } from "@/ui/Dialog";
import { Spinner } from "@/ui/Spinner";
import { Tabs } from "@/ui/Tabs";
import { HowItWorks } from "./HowItWorks";
import { SeedsTab } from "./SeedsTab";

export type FairnessWords = {
  /** Recomputes a round of the game; null begins with empty fields. */
  verifier: ComponentType<{ roundId: string | null }>;
  /** How the words drawn become a result. */
  lastStep: ReactNode;
};

type FairnessSheetProps = FairnessWords & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The round to check, or null to begin with the seeds. */
  roundId: string | null;
};

/** Seeds, verifier and explanation, beside the game. */
export default function FairnessSheet(props: FairnessSheetProps) {
  const { verifier: Verifier, lastStep, open, onOpenChange, roundId } = props;
  const [tab, setTab] = useState<"seeds" | "verify" | "how">(roundId === null ? "seeds" : "verify");
  const verify = (
    <Suspense fallback={<Spinner />}>
      <Verifier roundId={roundId} />
    </Suspense>
  );
  return (
    <Sheet side="right" title="Provably fair" open={open} onOpenChange={onOpenChange}>
      <Tabs
        label="Fairness"
        className="px-6 pt-2 pb-8"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: "seeds", label: "Seeds", content: <SeedsTab /> },
          { value: "verify", label: "Verify", content: verify },
          { value: "how", label: "How it works", content: <HowItWorks lastStep={lastStep} /> },
        ]}
      />
    </Sheet>
  );
}
