import { cx } from "@/ui/cx";
import { Field } from "@/ui/Field";
import { useChosen } from "./chosen";
import { MINES_MAX, MINES_MIN, QUICK_MINES, returnText } from "./model";
import { minesReturn } from "./odds";
import { setMinesText, useMinesTable } from "./table";
import * as texts from "./texts/en";

/** How many mines lie on the board: four counts at hand, and any other typed. */
export function MinesField({ disabled }: { disabled: boolean }) {
  const minesText = useMinesTable((table) => table.minesText);
  const { table, shownBet, minesProblem } = useChosen();
  const bet = shownBet ?? table.maxBet;
  const all = returnText(minesReturn(table, { bet, mines: MINES_MAX, gems: 1 })).replace(
    /\.00$/,
    "",
  );
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] items-end gap-2">
        <div className="flex flex-col gap-1.5">
          <span id="mines-picks" className="text-sm font-medium">
            {texts.mines}
          </span>
          {/* oxlint-disable-next-line */}
          <div
            role="group"
            aria-labelledby="mines-picks"
            className="well flex min-h-12 gap-1 rounded-md p-1"
          >
            {QUICK_MINES.map((mines) => {
              const isChosen = minesText.trim() === String(mines);
              return (
                <button
                  key={mines}
                  type="button"
                  aria-pressed={isChosen}
                  aria-label={texts.mineCount(mines)}
                  disabled={disabled}
                  onClick={() => setMinesText(String(mines))}
                  className={cx(
                    "min-w-0 flex-1 rounded-[9px] text-sm font-semibold transition-colors disabled:cursor-not-allowed",
                    isChosen ? "bg-ink-700 text-text shadow-card" : "text-muted hover:text-text",
                  )}
                >
                  {mines}
                </button>
              );
            })}
          </div>
        </div>
        <Field
          label={texts.customMines(MINES_MIN, MINES_MAX)}
          labelHidden
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={minesText}
          disabled={disabled}
          aria-invalid={minesProblem !== null}
          onChange={(event) => setMinesText(event.target.value)}
          className="[&_input]:text-center [&_input]:font-semibold"
        />
      </div>
      {minesProblem === null ? (
        <p className="text-sm text-muted">{texts.mostMines(MINES_MAX, all)}</p>
      ) : (
        <p role="alert" className="text-sm text-loss">
          {minesProblem}
        </p>
      )}
    </div>
  );
}
