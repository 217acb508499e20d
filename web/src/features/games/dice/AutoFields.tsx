import { Field } from "@/ui/Field";
import type { AutoPlan } from "./auto";

export type TypedPlan = Record<keyof AutoPlan, string>;

type AutoFieldsProps = {
  typed: TypedPlan;
  problems: Partial<Record<keyof AutoPlan, string>> | null;
  onChange: (typed: TypedPlan) => void;
  disabled: boolean;
};

/** How long an auto run goes on. */
export function AutoFields({ typed, problems, onChange, disabled }: AutoFieldsProps) {
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
  return (
    <>
      <Field
        label="Number of rolls"
        suffix={<span className="pr-3.5 text-sm whitespace-nowrap text-muted">0 = no end</span>}
        {...field("rolls")}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field label="Stop at profit" placeholder="Never" {...field("stopAtProfit")} />
        <Field label="Stop at loss" placeholder="Never" {...field("stopAtLoss")} />
      </div>
    </>
  );
}
