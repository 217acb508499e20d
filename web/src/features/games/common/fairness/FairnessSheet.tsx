import { Link } from "@tanstack/react-router";
import { lazy, Suspense, use, useState } from "react";
import { Sheet } from "@/ui/Dialog";
import { Spinner } from "@/ui/Spinner";
import { Tabs } from "@/ui/Tabs";
import type { Game } from "../game";
import * as texts from "../texts/fairness.en";
import { HowItWorks } from "./HowItWorks";
import { SeedsTab } from "./SeedsTab";

const RoundVerifier = lazy(() => import("./RoundVerifier"));

function HowThisWorks({ game }: { game: Game }) {
  return <HowItWorks lastStep={use(game.checker()).lastStep} />;
}

type FairnessSheetProps = {
  game: Game;
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
      <RoundVerifier games={[game]} roundId={roundId} onShowSeeds={() => setTab("seeds")} />
    </Suspense>
  );
  const how = (
    <>
      <Suspense fallback={<Spinner />}>
        <HowThisWorks game={game} />
      </Suspense>
      <p className="mt-6 border-t border-line pt-4 text-sm text-muted">
        <Link
          to="/fairness"
          search={{ game: game.id }}
          className="inline-flex min-h-11 items-center font-semibold text-text underline decoration-line-strong underline-offset-4"
        >
          {texts.allOddsVerifierEvery}
        </Link>
      </p>
    </>
  );
  return (
    <Sheet side="right" title={texts.provablyFair} open={open} onOpenChange={onOpenChange}>
      <Tabs
        label={texts.fairness}
        className="px-6 pt-2 pb-8"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: "seeds", label: texts.seeds, content: <SeedsTab /> },
          { value: "verify", label: texts.verify, content: verify },
          { value: "how", label: texts.howWorks, content: how },
        ]}
      />
    </Sheet>
  );
}
