import { useState } from "react";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { NumberSetting } from "../fields/NumberSetting";
import { useSetting } from "../form";
import * as texts from "../texts/games.en";
import { listOf } from "../values";
import { NumberGrid } from "./NumberGrid";
import { type Risk, risks } from "./risks";

const PICKS = Array.from({ length: 10 }, (_, at) => at + 1);
const hits = Array.from({ length: 11 }, (_, at) => ({ label: texts.hits(at), key: String(at) }));

/** What hits pay, by risk and number of picks. */
export function KenoTable() {
  const [risk, setRisk] = useState<Risk>("low");
  const { value } = useSetting(`tables.keno.table.${risk}`);
  const table = new Map(Object.entries(value ?? {}));
  return (
    <>
      <div className="grid max-w-xl grid-cols-2 gap-3">
        <NumberSetting path="tables.keno.numbers" label={texts.kenoNumbers} min={20} max={80} />
        <NumberSetting path="tables.keno.drawn" label={texts.kenoDrawn} min={1} max={20} />
      </div>
      <div className="flex flex-col gap-3">
        <div className="max-w-sm">
          <ToggleGroup label={texts.risk} options={risks} value={risk} onValueChange={setRisk} />
        </div>
        <NumberGrid
          caption={texts.kenoCaptions[risk]}
          corner={texts.picks}
          columns={hits}
          rows={PICKS.map((picks) => ({
            label: texts.pickCount(picks),
            path: `tables.keno.table.${risk}.${picks}`,
            length: listOf(table.get(String(picks))).length,
          }))}
        />
      </div>
    </>
  );
}
