import { ToggleGroup } from "@/ui/ToggleGroup";
import { Group } from "../fields/Group";
import { NumberSetting } from "../fields/NumberSetting";
import { useForm, useSetting } from "../form";
import * as texts from "../texts/games.en";

type Kind = "number" | "share";

/** What the share begins with, in percent. */
const FIRST_SHARE = 5;

const kinds: readonly { value: Kind; label: string }[] = [
  { value: "number", label: texts.budgetNumber },
  { value: "share", label: texts.budgetShare },
];

/** What a game may pay out in a day: a number of points, or a share of all points. A share of 0 is the number. */
export function PrizeBudget() {
  const { value, change, isLocked } = useSetting("prize_budget_percent");
  const number = useSetting("prize_budget");
  const { saved } = useForm();
  const kind: Kind = value === 0 ? "number" : "share";
  return (
    <Group title={texts.prizeBudget} lead={texts.prizeBudgetLead}>
      <div className="max-w-md">
        <ToggleGroup
          label={texts.budgetKinds}
          options={kinds}
          value={kind}
          disabled={isLocked}
          onValueChange={(next) => {
            change(next === "number" ? 0 : saved.prize_budget_percent || FIRST_SHARE);
            // What cannot be read must not stay where it is not seen.
            if (typeof number.value !== "number") number.change(saved.prize_budget);
          }}
        />
      </div>
      {kind === "number" ? (
        <NumberSetting
          path="prize_budget"
          label={texts.budgetPoints}
          max={Number.MAX_SAFE_INTEGER}
          className="max-w-xs"
        />
      ) : (
        <NumberSetting
          path="prize_budget_percent"
          label={texts.budgetPercent}
          hint={texts.budgetPercentHint}
          suffix="%"
          min={1}
          max={100}
          className="max-w-xs"
        />
      )}
    </Group>
  );
}
