import { Suspense } from "react";
import { Skeleton } from "@/ui/Skeleton";
import { ChoiceSetting } from "../../settings/fields/ChoiceSetting";
import { NumberSetting } from "../../settings/fields/NumberSetting";
import { OrderSetting } from "../../settings/fields/OrderSetting";
import { SwitchSetting } from "../../settings/fields/SwitchSetting";
import { TextSetting } from "../../settings/fields/TextSetting";
import { useSetting } from "../../settings/form";
import * as texts from "../texts/editor.en";
import { ChecksSetting } from "./ChecksSetting";
import { type Kind, type OptionRule, rules } from "./model";

const hints: Readonly<Record<string, string>> = texts.hints;

/** The options that only one kind has. */
export function OptionFields({ path, kind }: { path: string; kind: Kind }) {
  const { value: counts } = useSetting(`${path}.options.counts`);
  const shown = Object.entries(rules[kind].options).filter(
    // A goal that the site counts has no number to type.
    ([key]) => key !== "number" || counts === "number",
  );
  if (shown.length === 0) return <p className="text-sm text-muted">{texts.noOptions}</p>;
  return (
    <>
      {shown.map(([key, rule]) => (
        <OptionField key={key} path={`${path}.options.${key}`} option={key} rule={rule} />
      ))}
    </>
  );
}

type OptionFieldProps = { path: string; option: string; rule: OptionRule };

function OptionField({ path, option, rule }: OptionFieldProps) {
  const label = texts.fieldName(option);
  const hint = hints[option];
  const hinted = hint !== undefined && { hint };
  const named = (values: readonly string[]) =>
    values.map((value) => ({ value, label: texts.choiceName(option, value) }));
  switch (rule.type) {
    case "number":
      return (
        <NumberSetting
          path={path}
          label={label}
          min={rule.min}
          max={rule.max}
          {...hinted}
          {...(rule.unit !== undefined && { suffix: texts.units[rule.unit] })}
        />
      );
    case "switch":
      return <SwitchSetting path={path} label={label} {...hinted} />;
    case "choice":
      return <ChoiceSetting path={path} label={label} options={named(rule.values)} {...hinted} />;
    case "list":
      if (!rule.isOrdered)
        return <ChecksSetting path={path} label={label} options={named(rule.values)} />;
      return (
        <div>
          <p className="mb-2 text-sm font-medium">{label}</p>
          {/* Without a place of its own to wait in, the whole form would make way for it, and lose the focus. */}
          <Suspense fallback={<Skeleton className="h-40 rounded-md" />}>
            <OrderSetting
              path={path}
              label={label}
              names={Object.fromEntries(named(rule.values).map((one) => [one.value, one.label]))}
            />
          </Suspense>
        </div>
      );
    case "text":
      return (
        <TextSetting
          path={path}
          label={label}
          maxLength={rule.max}
          isRequired={rule.min > 0}
          {...hinted}
        />
      );
  }
}
