import { cx } from "@/ui/cx";
import { type Difficulty, difficulties, difficultyLevel } from "./model";
import * as texts from "./texts/en";

const tones: Record<Difficulty, { bar: string; word: string }> = {
  Easy: { bar: "bg-win", word: "text-win" },
  Medium: { bar: "bg-text", word: "text-text" },
  Hard: { bar: "bg-[oklch(.78_.13_45)]", word: "text-[oklch(.8_.12_45)]" },
  Extreme: { bar: "bg-loss", word: "text-loss" },
};

const heights = ["h-1.5", "h-2.5", "h-3.5", "h-4.5"] as const;

/** How hard a challenge is: bars to count and the word for it; the colour only repeats them. */
export function DifficultyMeter({ difficulty }: { difficulty: Difficulty }) {
  const level = difficultyLevel(difficulty);
  const tone = tones[difficulty];
  return (
    <span className="inline-flex items-end gap-2 text-xs font-semibold whitespace-nowrap">
      <span aria-hidden="true" className="flex items-end gap-[3px]">
        {difficulties.map((step, index) => (
          <span
            key={step}
            className={cx(
              "w-1 rounded-full",
              heights[index],
              index < level ? tone.bar : "bg-ink-600",
            )}
          />
        ))}
      </span>
      <span className={cx("leading-none", tone.word)}>
        <span className="sr-only">{texts.difficultyPrefix}</span>
        {texts.difficulties[difficulty]}
      </span>
    </span>
  );
}
