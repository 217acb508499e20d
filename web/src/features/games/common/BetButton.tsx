import { Square } from "lucide-react";
import { type ReactNode, type RefObject, useRef } from "react";
import { Button } from "@/ui/Button";
import { formatPoints } from "@/ui/format/numbers";
import type { AutoRun, AutoWords } from "./auto";
import type { Mode } from "./instant-table";
import { Key } from "./Key";
import * as texts from "./texts/en";
import { useBetKeys } from "./use-bet-keys";

/** A hint about keys, each of which is drawn by `key`. */
export type KeyHint = (key: (name: string) => ReactNode) => ReactNode;

type BetButtonProps = {
  mode: Mode;
  run: AutoRun | null;
  words: AutoWords;
  /** What the button of a single round says. */
  label: string;
  /** Says what Space and Enter do. */
  keys: KeyHint;
  icon: ReactNode;
  disabled: boolean;
  /** The answer to a bet takes long. */
  isSlow: boolean;
  /** A key that the page takes away from the bet button at times, such as while a popup is open. */
  button?: RefObject<HTMLButtonElement | null>;
};

/** The one primary button of an instant game: bets, starts auto and stops it. Space and Enter too. */
export function BetButton(props: BetButtonProps) {
  const { mode, run, words, label, keys, icon, disabled, isSlow } = props;
  const own = useRef<HTMLButtonElement>(null);
  const button = props.button ?? own;
  useBetKeys(button);
  return (
    <div className="flex flex-col gap-2.5">
      {run !== null && <RunProgress run={run} words={words} />}
      {run === null ? (
        <Button
          ref={button}
          type="submit"
          tone="gold"
          size="lg"
          icon={icon}
          disabled={disabled}
          busy={isSlow}
          className="w-full"
        >
          {mode === "manual" ? label : texts.startAuto}
        </Button>
      ) : (
        <Button
          ref={button}
          type="submit"
          size="lg"
          icon={<Square aria-hidden="true" className="size-4 fill-current" />}
          className="w-full"
        >
          {texts.stopAuto}
        </Button>
      )}
      {(!disabled || run !== null) && (
        <p className="text-center text-xs text-muted max-lg:hidden">
          {(run === null ? keys : texts.stopKeys)((name) => (
            <Key>{name}</Key>
          ))}
        </p>
      )}
    </div>
  );
}

function RunProgress({ run, words }: { run: AutoRun; words: AutoWords }) {
  return (
    <div className="flex items-center justify-between text-sm">
      <span className="text-muted">
        {words.progress(
          <span className="font-semibold text-text">{run.done}</span>,
          run.plan.rounds,
        )}
      </span>
      <span className={run.net >= 0 ? "text-win" : "text-loss"}>
        {texts.netThisRun(`${run.net >= 0 ? "+" : "−"}${formatPoints(Math.abs(run.net))}`)}
      </span>
    </div>
  );
}
