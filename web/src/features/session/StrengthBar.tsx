import { cx } from "@/ui/cx";
import * as texts from "./texts/fields.en";
import { passwordStrength, type Strength } from "./validation";

const looks: Record<Strength["level"], { bar: string; text: string }> = {
  weak: { bar: "bg-loss", text: "text-loss" },
  fair: { bar: "bg-[oklch(0.78_0.14_55)]", text: "text-[oklch(0.78_0.14_55)]" },
  good: { bar: "bg-[oklch(0.83_0.13_115)]", text: "text-[oklch(0.83_0.13_115)]" },
  strong: { bar: "bg-win", text: "text-win" },
};

type StrengthBarProps = {
  password: string;
  /** It has been refused, so nothing is said of its strength. */
  isRefused: boolean;
};

/** How strong the typed password is, as a bar and as a word. */
export function StrengthBar({ password, isRefused }: StrengthBarProps) {
  const strength = passwordStrength(password);
  const look = looks[isRefused ? "weak" : strength.level];
  const label = isRefused ? texts.refused : texts.strengths[strength.level];
  const empty = password === "";
  return (
    <div className="flex items-center gap-3">
      <div
        role="meter"
        aria-label={texts.strengthMeter}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={strength.score}
        aria-valuetext={empty ? texts.noPassword : label}
        className="h-1.5 flex-1 overflow-hidden rounded-full bg-ink-700"
      >
        <div
          className={cx(
            "h-full origin-left rounded-full transition-transform duration-300",
            look.bar,
          )}
          style={{ transform: `scaleX(${empty ? 0 : strength.score / 100})` }}
        />
      </div>
      <span
        aria-hidden="true"
        className={cx(
          "min-w-14 text-right text-xs font-semibold",
          empty ? "text-faint" : look.text,
        )}
      >
        {empty ? texts.strength : label}
      </span>
    </div>
  );
}
