import { NumberSetting } from "../fields/NumberSetting";
import * as texts from "../texts/games.en";

/** The total returned per point on a winning bet, by kind. */
export function RouletteTable() {
  return (
    <div role="group" aria-label={texts.rouletteReturns} className="flex flex-col gap-3">
      <p className="text-sm text-muted">{texts.rouletteHint}</p>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(8rem,1fr))]">
        {Object.entries(texts.rouletteBets).map(([kind, label]) => (
          <NumberSetting
            key={kind}
            path={`tables.roulette.returns.${kind}`}
            label={label}
            max={1000}
          />
        ))}
      </div>
    </div>
  );
}
