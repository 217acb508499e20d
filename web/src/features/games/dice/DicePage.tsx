import { ShieldCheck } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { currentBalance } from "@/features/wallet/balance";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { useAvailability } from "../common/availability";
import { GameOverlay } from "../common/GameOverlay";
import { Controls } from "./Controls";
import { HistoryStrip } from "./HistoryStrip";
import { STATED_RULES } from "./model";
import { Scale } from "./Scale";
import { TargetRow } from "./TargetRow";
import { dismissShortage, leaveTable, setBetText, useDiceTable } from "./table";

const FairnessSheet = lazy(() => import("./DiceFairnessSheet"));
const ShortageDialog = lazy(() => import("../common/ShortageDialog"));

type FairnessView = { open: boolean; roundId: string | null };

/** /games/dice */
export function DicePage() {
  const availability = useAvailability("dice");
  const [fairness, setFairness] = useState<FairnessView | null>(null);
  const isShort = useDiceTable((table) => table.isShort);
  const isRunning = useDiceTable((table) => table.run !== null);
  const tableView = useRef<HTMLElement>(null);
  const [shortageSeen, setShortageSeen] = useState(false);
  if (isShort && !shortageSeen) setShortageSeen(true);

  useEffect(() => {
    // The page opens with a bet that can be placed.
    const balance = currentBalance();
    if (balance > 0 && Number(useDiceTable.getState().betText) > balance)
      setBetText(String(Math.min(balance, STATED_RULES.maxBet)));
    return leaveTable;
  }, []);

  // On small screens the start button stands below the table, and the rolls should be seen.
  useEffect(() => {
    if (isRunning) tableView.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [isRunning]);

  return (
    <div className="mx-auto max-w-[64rem]">
      <header className="flex min-h-11 items-center justify-between gap-4">
        <h1 className="text-xl sm:text-2xl">Dice</h1>
        <Button
          tone="ghost"
          size="sm"
          icon={<ShieldCheck aria-hidden="true" className="size-4.5" />}
          onClick={() => setFairness({ open: true, roundId: null })}
        >
          Fairness
        </Button>
      </header>
      <Card className="relative mt-1 flex sm:mt-3 flex-col overflow-hidden rounded-xl lg:grid lg:grid-cols-[20rem_minmax(0,1fr)]">
        <section
          ref={tableView}
          aria-label="Table"
          className="flex min-w-0 scroll-mt-20 flex-col gap-1 p-4 pt-2 sm:gap-3 sm:p-6 lg:order-2 lg:justify-between lg:p-8"
        >
          <HistoryStrip onPick={(roundId) => setFairness({ open: true, roundId })} />
          <Scale />
          <TargetRow />
        </section>
        <section
          aria-label="Bet"
          className="border-t border-line bg-ink-850 p-4 sm:p-6 lg:border-t-0 lg:border-r"
        >
          <Controls isOpen={availability.state === "open"} />
        </section>
        <GameOverlay name="Dice" availability={availability} />
      </Card>
      {fairness !== null && (
        <Suspense fallback={null}>
          <FairnessSheet
            key={fairness.roundId ?? "seeds"}
            open={fairness.open}
            onOpenChange={(open) => setFairness({ ...fairness, open })}
            roundId={fairness.roundId}
          />
        </Suspense>
      )}
      {shortageSeen && (
        <Suspense fallback={null}>
          <ShortageDialog open={isShort} onClose={dismissShortage} />
        </Suspense>
      )}
    </div>
  );
}
