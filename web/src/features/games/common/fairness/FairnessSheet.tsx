import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Sheet } from "@/ui/Dialog";
import { Spinner } from "@/ui/Spinner";
import { Tabs } from "@/ui/Tabs";
import type { GameId } from "../queries";
import { HowItWorks } from "./HowItWorks";
import { lastSteps } from "./last-steps";
import { SeedsTab } from "./SeedsTab";

const RoundVerifier = lazy(() => import("./RoundVerifier"));

type FairnessSheetProps = {
  game: GameId;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The round to check, or null to begin with the seeds. */
  roundId: string | null;
};

/** Seeds, verifier and explanation, beside the game. */
export default function FairnessSheet({ game, open, onOpenChange, roundId }: FairnessSheetProps) {
  const [tab, setTab] = useState<"seeds" | "verify" | "how">(roundId === null ? "seeds" : "verify");
  const verify = (
    <Suspense fallback={<Spinner />}>
      <RoundVerifier game={game} roundId={roundId} onShowSeeds={() => setTab("seeds")} />
    </Suspense>
  );
  const how = (
    <>
      <HowItWorks lastStep={lastSteps[game]} />
      <p className="mt-6 border-t border-line pt-4 text-sm text-muted">
        <Link
          to="/fairness"
          search={{ game }}
          className="inline-flex min-h-11 items-center font-semibold text-text underline decoration-line-strong underline-offset-4"
        >
          All odds, and a verifier for every game
        </Link>
      </p>
    </>
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
          { value: "how", label: "How it works", content: how },
        ]}
      />
    </Sheet>
  );
}
