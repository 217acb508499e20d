import { cx } from "@/ui/cx";
import { Field } from "@/ui/Field";
import { hundredthsText } from "../common/tables/reading";
import { readTarget, TARGET_MIN } from "./model";
import { useLimboRules } from "./rules";
import { setTargetText, useLimboTable } from "./table";
import * as texts from "./texts/en";

const quickTargets = [150, 200, 500, 1_000, 10_000] as const;

/** A phone has room for three of them. */
const isOnWideOnly = (quick: number) => quick === 150 || quick === 500;

/** The target as a number, and a few targets within one press. */
export function TargetRow() {
  const rules = useLimboRules();
  const targetText = useLimboTable((table) => table.targetText);
  const isLocked = useLimboTable((table) => table.run !== null);
  const { target, problem } = readTarget(targetText, rules);
  return (
    <div className="grid grid-cols-[9.25rem_minmax(0,1fr)] gap-3 sm:grid-cols-[11rem_minmax(0,1fr)] lg:max-xl:grid-cols-1">
      <Field
        label={texts.targetLabel(hundredthsText(TARGET_MIN), hundredthsText(rules.maxTarget))}
        labelHidden
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={targetText}
        disabled={isLocked}
        error={problem ?? undefined}
        onChange={(event) => setTargetText(event.target.value)}
        onBlur={() => {
          if (target !== null) setTargetText(hundredthsText(target));
        }}
        prefix={<span className="text-sm">{texts.target}</span>}
        suffix={
          <span aria-hidden="true" className="pr-3.5 text-base font-semibold text-muted">
            ×
          </span>
        }
        className="[&_input]:px-1 [&_input]:text-right [&_input]:font-semibold"
      />
      <fieldset disabled={isLocked} className="min-w-0">
        <legend className="sr-only">{texts.quickTargets}</legend>
        <div className="well flex h-12 gap-1 rounded-md p-1">
          {quickTargets
            .filter((quick) => quick <= rules.maxTarget)
            .map((quick) => (
              <button
                key={quick}
                type="button"
                aria-pressed={quick === target}
                onClick={() => setTargetText(hundredthsText(quick))}
                className={cx(
                  "relative flex-1 rounded-[9px] text-sm font-semibold transition-colors before:absolute before:-inset-y-1 before:inset-x-0",
                  "disabled:cursor-not-allowed disabled:opacity-60",
                  isOnWideOnly(quick) && "max-sm:hidden",
                  quick === target
                    ? "bg-ink-700 text-text shadow-card"
                    : "text-muted hover:text-text",
                )}
              >
                {quick / 100}×
              </button>
            ))}
        </div>
      </fieldset>
    </div>
  );
}
