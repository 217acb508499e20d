import { ShieldCheck } from "lucide-react";
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { scrollBehavior } from "@/ui/motion";
import type { Availability } from "./availability";
import { GameHead } from "./GameHead";
import { GameOverlay } from "./GameOverlay";
import type { Game } from "./game";
import { LimitsRow } from "./limits/LimitsRow";
import * as texts from "./texts/en";

const FairnessSheet = lazy(() => import("./fairness/FairnessSheet"));
const ShortageDialog = lazy(() => import("./ShortageDialog"));

type GameFrameProps = {
  game: Game;
  availability: Availability;
  /** An open round may be finished while the game is closed: a banner then, the overlay after it. */
  hasOpenRound?: boolean;
  /** Where the game is played. */
  table: ReactNode;
  /** Everything one sets before a bet, and the button that bets. */
  controls: ReactNode;
  /** The last rounds. They are shown above the table; the keyboard reaches them after the controls. */
  recent?: ReactNode;
  /** Below both, such as a table of payouts. */
  below?: ReactNode;
  /** Brings the table into view, which matters where the controls stand below it. */
  isRunning: boolean;
  isShort: boolean;
  onShortageSeen: () => void;
  /** Beside the fairness button, such as a mute button. */
  actions?: ReactNode;
  tableClass?: string;
  controlsClass?: string;
  /** The table takes the whole width up to the edge, with the controls under it on every screen. */
  isWide?: boolean;
};

/** How table and controls share the card: beside each other from large screens on, or stacked. */
const layouts = {
  beside: {
    card: "lg:grid lg:grid-cols-[20rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]",
    recent: "lg:col-start-2 lg:row-start-1",
    table:
      "isolate gap-1 max-lg:scroll-mb-24 max-lg:[&_:focus]:scroll-mb-40 sm:gap-3 lg:col-start-2 lg:row-start-2 lg:justify-between",
    controls:
      "max-lg:contents lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:border-r lg:border-line lg:bg-ink-850 lg:p-6",
  },
  stacked: {
    card: "",
    recent: "",
    table: "",
    controls: "border-t border-line bg-ink-850 p-4 sm:px-6",
  },
} as const;

/** Below the row of the last rounds, at the distance that the parts of the table have. */
const belowRecent = "px-4 pb-4 before:content-[''] sm:px-6 sm:pb-6";

/** Shows the proof of one of the member's rounds. */
const OpenProof = createContext<(roundId: string) => void>(() => undefined);
export const useOpenProof = () => useContext(OpenProof);

type FairnessView = { open: boolean; roundId: string | null };

/** The page of a game: title, table, controls, fairness, and what covers it when it is closed. */
export function GameFrame(props: GameFrameProps) {
  const { game, availability, table, controls, recent, below, isRunning, isShort } = props;
  const { name } = game;
  const [sheet, setSheet] = useState<FairnessView | null>(null);
  const [shortageSeen, setShortageSeen] = useState(false);
  if (isShort && !shortageSeen) setShortageSeen(true);
  const tableView = useRef<HTMLElement>(null);
  const openProof = useCallback((roundId: string) => setSheet({ open: true, roundId }), []);
  const layout = layouts[props.isWide === true ? "stacked" : "beside"];
  const finishing = props.hasOpenRound === true && availability.state !== "open";

  // Where the controls stand below the table, the round should be seen.
  const isBelow = props.isWide === true;
  useEffect(() => {
    if (isRunning && (isBelow || window.matchMedia("(width < 64rem)").matches))
      tableView.current?.scrollIntoView({ block: "nearest", behavior: scrollBehavior() });
  }, [isRunning, isBelow]);

  return (
    <div className="mx-auto max-w-[64rem]">
      <GameHead name={name}>
        <div className="-mr-3 flex items-center gap-1">
          {props.actions}
          <Button
            tone="ghost"
            size="sm"
            icon={<ShieldCheck aria-hidden="true" className="size-4.5" />}
            onClick={() => setSheet({ open: true, roundId: null })}
          >
            {texts.fairness}
          </Button>
        </div>
      </GameHead>
      {finishing && (
        <p
          role="status"
          className="mt-2 rounded-md border border-gold-500/30 bg-gold-500/10 px-4 py-3 text-sm text-gold-300"
        >
          {texts.takesNoNewRounds(name)}
        </p>
      )}
      <Card
        className={cx("relative mt-1 flex flex-col overflow-clip rounded-xl sm:mt-3", layout.card)}
      >
        <section
          ref={tableView}
          aria-label={texts.table}
          className={cx(
            "flex min-w-0 scroll-mt-20 flex-col",
            layout.table,
            recent !== undefined && belowRecent,
            props.tableClass,
          )}
        >
          <OpenProof value={openProof}>{table}</OpenProof>
        </section>
        <section aria-label={texts.bet} className={cx(layout.controls, props.controlsClass)}>
          {controls}
        </section>
        {recent !== undefined && (
          <div className={cx("order-first min-w-0 px-4 pt-2 sm:px-6 sm:pt-6", layout.recent)}>
            <OpenProof value={openProof}>{recent}</OpenProof>
          </div>
        )}
        {!finishing && <GameOverlay name={name} availability={availability} />}
      </Card>
      <LimitsRow />
      <OpenProof value={openProof}>{below}</OpenProof>
      {sheet !== null && (
        <Suspense fallback={null}>
          <FairnessSheet
            key={sheet.roundId ?? "seeds"}
            game={game}
            open={sheet.open}
            onOpenChange={(open) => setSheet({ ...sheet, open })}
            roundId={sheet.roundId}
          />
        </Suspense>
      )}
      {shortageSeen && (
        <Suspense fallback={null}>
          <ShortageDialog open={isShort} onClose={props.onShortageSeen} />
        </Suspense>
      )}
    </div>
  );
}
