import { NumberSetting } from "../fields/NumberSetting";
import * as texts from "../texts/games.en";

/** What a game pays back on average, before payouts are rounded down. */
export function ReturnPercent({ path }: { path: string }) {
  return (
    <NumberSetting
      path={path}
      label={texts.returnPercent}
      hint={texts.returnPercentHint}
      min={1}
      max={1000}
      suffix="%"
      className="max-w-xs"
    />
  );
}

export function DiceTable() {
  return <ReturnPercent path="tables.dice.return_percent" />;
}
