import { ChoiceSetting } from "../fields/ChoiceSetting";
import { useSetting } from "../form";
import * as texts from "../texts/games.en";
import { listOf } from "../values";
import { BetSteps } from "./BetSteps";
import { NumberGrid } from "./NumberGrid";
import { presets } from "./presets";

const columns = [
  { label: texts.weight, key: "weight", hasDecimals: false },
  { label: texts.lowest, key: "lo" },
  { label: texts.highest, key: "hi" },
  { label: texts.step, key: "step" },
  { label: texts.bones, key: "bones", hasDecimals: false },
];

/** The bets that can be chosen, and the tiers of the preset in force. */
export function SlotTable() {
  const preset = useSetting("tables.slot.preset").value === "classic" ? "classic" : "balanced";
  const path = `tables.slot.${preset}.tiers`;
  const tiers = listOf(useSetting(path).value);
  return (
    <>
      <BetSteps path="tables.slot.bet_steps" />
      <ChoiceSetting
        path="tables.slot.preset"
        label={texts.preset}
        options={presets}
        className="max-w-xs"
      />
      <div className="flex flex-col gap-3">
        <p className="text-sm text-muted">{texts.tiersHint}</p>
        <NumberGrid
          caption={texts.tiers}
          corner={texts.tier}
          columns={columns}
          rows={tiers.map((_, at) => ({ label: texts.tierOf(at + 1), path: `${path}.${at}` }))}
        />
      </div>
    </>
  );
}
