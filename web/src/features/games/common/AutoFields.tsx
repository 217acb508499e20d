import { Field } from "@/ui/Field";
import {
  AUTO_ROUNDS_MAX,
  type AutoPlan,
  type AutoWords,
  type PlanProblems,
  type TypedPlan,
} from "./auto";
import * as texts from "./texts/en";

type AutoFieldsProps = {
  typed: TypedPlan;
  problems: PlanProblems | null;
  onChange: (typed: TypedPlan) => void;
  disabled: boolean;
  words: AutoWords;
};

/** How long an auto run goes on. */
export function AutoFields({ typed, problems, onChange, disabled, words }: AutoFieldsProps) {
  const field = (name: keyof AutoPlan) => ({
    type: "text",
    inputMode: "numeric" as const,
    autoComplete: "off",
    value: typed[name],
    error: problems?.[name],
    disabled,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      onChange({ ...typed, [name]: event.target.value }),
  });
  const hint = words.endless ? texts.endlessHint : texts.upTo(words.max ?? AUTO_ROUNDS_MAX);
  return (
    <>
      <Field
        label={words.count}
        suffix={<span className="pr-3.5 text-sm whitespace-nowrap text-muted">{hint}</span>}
        {...field("rounds")}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field label={texts.stopProfit} placeholder={texts.never} {...field("stopAtProfit")} />
        <Field label={texts.stopLoss} placeholder={texts.never} {...field("stopAtLoss")} />
      </div>
    </>
  );
}
