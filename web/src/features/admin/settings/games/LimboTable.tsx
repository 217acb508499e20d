import { ChoiceSetting } from "../fields/ChoiceSetting";
import { NumberSetting } from "../fields/NumberSetting";
import { useSetting } from "../form";
import * as texts from "../texts/games.en";
import { listOf } from "../values";
import { ReturnPercent } from "./DiceTable";
import { NumberGrid } from "./NumberGrid";
import { presets } from "./presets";

const BANDS = "tables.limbo.classic.bands";
const columns = [
  { label: texts.weight, key: "weight", hasDecimals: false },
  { label: texts.lowest, key: "lo" },
  { label: texts.highest, key: "hi" },
];

/** The preset in force with its numbers. */
export function LimboTable() {
  const preset = useSetting("tables.limbo.preset").value;
  const bands = listOf(useSetting(BANDS).value);
  return (
    <>
      <div className="grid max-w-xl gap-3 sm:grid-cols-2">
        <ChoiceSetting path="tables.limbo.preset" label={texts.preset} options={presets} />
        <NumberSetting path="tables.limbo.max_target" label={texts.maxTarget} hasDecimals />
      </div>
      {preset === "classic" ? (
        <div className="flex flex-col gap-3">
          <p className="text-sm text-muted">{texts.bandsHint}</p>
          <NumberGrid
            caption={texts.bands}
            corner={texts.band}
            columns={columns}
            rows={bands.map((_, at) => ({ label: texts.bandOf(at + 1), path: `${BANDS}.${at}` }))}
          />
        </div>
      ) : (
        <>
          <ReturnPercent path="tables.limbo.balanced.return_percent" />
          <NumberSetting
            path="tables.limbo.balanced.max_result"
            label={texts.maxResult}
            hint={texts.maxResultHint}
            hasDecimals
            className="max-w-xs"
          />
        </>
      )}
    </>
  );
}
