import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import * as texts from "../texts/round-check.en";

export type CheckState = "good" | "bad" | "open";

const looks = {
  good: { icon: CircleCheck, colour: "text-win", word: texts.matches },
  bad: { icon: CircleX, colour: "text-loss", word: texts.differs },
  open: { icon: CircleHelp, colour: "text-muted", word: texts.notCompared },
} as const;

export type CheckLine = { name: string; state: CheckState; said: ReactNode };

/** What was held against what was stated, part by part, with signs and words. */
export function Checks({ lines }: { lines: readonly CheckLine[] }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-md border border-line bg-ink-850">
      {lines.map(({ name, state, said }) => {
        const { icon: Icon, colour, word } = looks[state];
        return (
          <li key={name} className="grid grid-cols-[1.25rem_1fr] gap-x-3 px-4 py-2.5 text-sm">
            <Icon aria-hidden="true" className={cx("mt-0.5 size-4.5", colour)} />
            <div className="min-w-0">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-medium">{name}</span>
                <span className={cx("text-xs font-semibold", colour)}>{word}</span>
              </p>
              <div className="mt-0.5 break-words text-muted">{said}</div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
