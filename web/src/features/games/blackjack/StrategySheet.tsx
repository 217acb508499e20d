import { cx } from "@/ui/cx";
import { Sheet } from "@/ui/Dialog";
import { type ChartPlace, hardRows, placeOnChart, softRows, upCards } from "./strategy";
import { useBlackjackTable } from "./table";
import * as texts from "./texts/strategy.en";

/** The chart of docs/games.md, with the hand in play marked. */
export default function StrategySheet({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const round = useBlackjackTable((table) => table.round);
  const place =
    round?.isOpen === true && !round.isOffered ? placeOnChart(round.player, round.dealer[0]) : null;
  return (
    <Sheet side="right" title={texts.title} open={open} onOpenChange={onOpenChange}>
      {/* Nothing in it takes the focus, and it has to be scrolled by keyboard. */}
      <section
        aria-label={texts.chartLabel}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="flex flex-col gap-5 px-6 pt-2 pb-8"
      >
        <p className="text-sm text-muted">{texts.intro}</p>
        <Chart
          name={texts.hardHands}
          rows={hardRows}
          place={place?.isSoft === false ? place : null}
        />
        <Chart
          name={texts.softHands}
          rows={softRows}
          place={place?.isSoft === true ? place : null}
        />
        <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted">
          {(["H", "S", "D"] as const).map((play) => (
            <li key={play} className="flex items-center gap-2">
              <span
                className={cx(
                  "flex size-7 items-center justify-center rounded-[6px] font-bold",
                  looks[play],
                )}
              >
                {play}
              </span>
              {texts.plays[play]}
            </li>
          ))}
        </ul>
        <p className="text-sm text-muted">{texts.notes}</p>
      </section>
    </Sheet>
  );
}

const looks: Record<"H" | "S" | "D", string> = {
  H: "bg-ink-800 text-text",
  S: "bg-ink-950 text-muted ring-1 ring-inset ring-line",
  D: "bg-gold-400/16 text-gold-300",
};

function Chart({
  name,
  rows,
  place,
}: {
  name: string;
  rows: typeof hardRows;
  place: ChartPlace | null;
}) {
  return (
    <table className="w-full table-fixed border-separate border-spacing-0.5 text-center text-sm">
      <caption className="pb-1.5 text-left font-semibold">{name}</caption>
      <thead>
        <tr>
          <th scope="col" className="w-18 text-left text-xs font-medium text-muted">
            {texts.hand}
          </th>
          {upCards.map((up) => (
            <th key={up} scope="col" className="text-xs font-medium text-muted">
              {up}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, rowPlace) => (
          <tr key={row.name}>
            <th scope="row" className="text-left text-xs font-semibold whitespace-nowrap">
              {row.name}
            </th>
            {upCards.map((up, column) => {
              const play = playOf(row.plays[column]);
              const isHere = place?.row === rowPlace && place.column === column;
              return (
                <td
                  key={up}
                  aria-current={isHere || undefined}
                  className={cx(
                    "h-8 rounded-[6px] font-bold",
                    looks[play],
                    isHere && "outline-2 outline-text",
                  )}
                >
                  {play}
                  {isHere && <span className="sr-only">{texts.yourHand}</span>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function playOf(letter: string | undefined): "H" | "S" | "D" {
  return letter === "S" || letter === "D" ? letter : "H";
}
