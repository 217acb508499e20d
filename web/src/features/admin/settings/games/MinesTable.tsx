import { NumberCell } from "../fields/NumberCell";
import { SwitchSetting } from "../fields/SwitchSetting";
import { useSetting } from "../form";
import * as texts from "../texts/games.en";
import { listOf } from "../values";
import { ReturnPercent } from "./DiceTable";

const CAPS = "tables.mines.caps";

/** The return, and the highest multiplier by number of mines. */
export function MinesTable() {
  const caps = listOf(useSetting(CAPS).value);
  return (
    <>
      <ReturnPercent path="tables.mines.return_percent" />
      <SwitchSetting
        path="tables.mines.auto_cashout_at_cap"
        label={texts.autoCashout}
        hint={texts.autoCashoutHint}
      />
      <div role="group" aria-label={texts.caps} className="flex flex-col gap-3">
        <p className="text-sm text-muted">{texts.capsHint}</p>
        <ol className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
          {caps.map((_, at) => (
            // A cap is its number of mines.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <span aria-hidden="true" className="mb-1 block text-xs text-muted">
                {texts.mineCount(at + 1)}
              </span>
              <NumberCell path={`${CAPS}.${at}`} label={texts.capOf(at + 1)} />
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}
