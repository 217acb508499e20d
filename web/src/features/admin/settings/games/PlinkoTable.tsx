import { useState } from "react";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { NumberSetting } from "../fields/NumberSetting";
import { useSetting } from "../form";
import * as texts from "../texts/games.en";
import { listOf, valueAt } from "../values";
import { NumberGrid } from "./NumberGrid";
import { type Risk, risks } from "./risks";

const ROWS = [8, 9, 10, 11, 12, 13, 14, 15, 16];
const buckets = Array.from({ length: 9 }, (_, at) => ({
  label: texts.bucket(at + 1),
  key: String(at),
}));

/** What the buckets pay, by rows and risk: one half, which the other mirrors. */
export function PlinkoTable() {
  const [risk, setRisk] = useState<Risk>("low");
  const { value } = useSetting("tables.plinko.boards");
  return (
    <>
      <NumberSetting
        path="tables.plinko.bet_step"
        label={texts.betStep}
        hint={texts.betStepHint}
        min={1}
        className="max-w-xs"
      />
      <div className="flex flex-col gap-3">
        <div className="max-w-sm">
          <ToggleGroup label={texts.risk} options={risks} value={risk} onValueChange={setRisk} />
        </div>
        <p className="text-sm text-muted">{texts.plinkoHint}</p>
        <NumberGrid
          caption={texts.plinkoCaptions[risk]}
          corner={texts.rows}
          columns={buckets}
          rows={ROWS.map((rows) => ({
            label: texts.rowCount(rows),
            path: `tables.plinko.boards.${rows}.${risk}`,
            length: listOf(valueAt(value, `${rows}.${risk}`)).length,
          }))}
        />
      </div>
    </>
  );
}
