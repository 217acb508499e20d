import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleDot, Repeat, Trash2, Undo2 } from "lucide-react";
import { useId } from "react";
import { useBalance } from "@/features/wallet/balance";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { BetButton } from "../common/BetButton";
import { BetMessages, useIsActive } from "../common/BetMessages";
import { historyQuery } from "../common/queries";
import { Chip } from "./Chip";
import { chipValues, isEmpty, noBets, outlook, stakeProblem, totalOf } from "./chips";
import { readRouletteRound } from "./model";
import { useRouletteRules } from "./rules";
import {
  clearBets,
  doubleBets,
  ROULETTE_WORDS,
  repeatBets,
  rouletteTable,
  setChip,
  undo,
  useRouletteTable,
} from "./table";
import * as texts from "./texts/en";

/** The chips, what can be done with the bets, and the button that spins. */
export function Controls({ isOpen }: { isOpen: boolean }) {
  const rules = useRouletteRules();
  const { placed, phase, isSlow, notice, refusal } = useRouletteTable();
  const balance = useBalance();
  const isActive = useIsActive();
  const total = totalOf(placed);
  const problem = phase === "idle" ? stakeProblem(total, rules, balance) : null;
  const canBet = isOpen && isActive && phase === "idle" && total > 0 && problem === null;
  const isPoor = balance < rules.minBet;

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (canBet) void rouletteTable.play(placed);
      }}
      className="flex flex-col gap-2 sm:gap-3"
    >
      <BetMessages
        isEmpty={isPoor && phase === "idle"}
        notice={notice}
        win={{ bet: total, returns: outlook(placed, rules).highest }}
      />
      {(refusal ?? problem) !== null && (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-loss">
          <CircleAlert aria-hidden="true" className="mt-0.75 size-4 shrink-0" />
          {refusal ?? problem}
        </p>
      )}
      <div className="grid gap-2 sm:gap-3 lg:grid-cols-2 xl:grid-cols-[auto_minmax(0,1fr)_17rem] xl:items-start xl:gap-6">
        <ChipRack />
        <Actions />
        <div className="lg:max-xl:col-span-2">
          <BetButton
            mode="manual"
            run={null}
            words={ROULETTE_WORDS}
            label={spinLabel(phase, total)}
            keys={texts.betKeys}
            icon={<CircleDot aria-hidden="true" className="size-5" />}
            disabled={!canBet}
            isSlow={isSlow}
          />
        </div>
      </div>
    </form>
  );
}

function spinLabel(phase: "idle" | "asking" | "showing", total: number): string {
  if (phase !== "idle") return texts.spinning;
  return total === 0 ? texts.placeChip : texts.spinFor(formatPoints(total));
}

/** Which chip a press places. Built on radio inputs: arrow keys move the choice. */
function ChipRack() {
  const chip = useRouletteTable((table) => table.chip);
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{texts.chips}</legend>
      <div className="flex justify-between gap-1 lg:justify-start">
        {chipValues.map((value) => (
          <label
            key={value}
            className={cx(
              "relative flex size-11 cursor-pointer sm:size-12 items-center justify-center rounded-full transition-transform",
              "has-checked:bg-ink-700 has-checked:ring-2 has-checked:ring-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold-300",
            )}
          >
            <input
              type="radio"
              name={name}
              aria-label={texts.chipOf(value)}
              checked={value === chip}
              onChange={() => setChip(value)}
              className="absolute inset-0 cursor-[inherit] appearance-none rounded-full outline-none"
            />
            <Chip amount={value} className="pointer-events-none size-9 text-sm sm:size-10" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Actions() {
  const rules = useRouletteRules();
  const { placed, past, phase, shown } = useRouletteTable();
  const newest = useQuery(historyQuery("roulette")).data?.[0];
  const last = shown ?? (newest === undefined ? null : readRouletteRound(newest));
  const isLocked = phase !== "idle";
  const isBare = isEmpty(placed);
  return (
    <div className="grid grid-cols-4 gap-1.5">
      <Action disabled={isLocked || past.length === 0} onPick={undo} icon={<Undo2 />}>
        {texts.undo}
      </Action>
      <Action
        disabled={isLocked || isBare}
        onPick={() => doubleBets(rules)}
        icon={<span className="text-sm leading-4 font-bold">2×</span>}
      >
        {texts.double}
      </Action>
      <Action disabled={isLocked || isBare} onPick={() => clearBets(rules)} icon={<Trash2 />}>
        {texts.clear}
      </Action>
      <Action
        disabled={isLocked || !isBare || last === null}
        onPick={() => repeatBets(last?.bets ?? noBets, rules)}
        icon={<Repeat />}
      >
        {texts.rebet}
      </Action>
    </div>
  );
}

function Action({
  icon,
  disabled,
  onPick,
  children,
}: {
  icon: React.ReactNode;
  disabled: boolean;
  onPick: () => void;
  children: string;
}) {
  return (
    <Button
      disabled={disabled}
      onClick={onPick}
      icon={
        <span aria-hidden="true" className="flex items-center [&>svg]:size-4">
          {icon}
        </span>
      }
      className="flex-col gap-0.5! px-1 text-xs"
    >
      {children}
    </Button>
  );
}
