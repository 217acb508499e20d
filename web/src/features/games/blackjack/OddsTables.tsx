import { type Column, Table } from "@/ui/Table";
import { percent } from "../common/fraction";
import type { OddsProps } from "../common/game";
import { decimalFraction } from "../common/odds/decimals";
import { OddsTable } from "../common/odds/OddsTable";
import type { Fields } from "../common/tables/reading";
import { insuranceReturn } from "./odds";
import * as texts from "./texts/odds.en";

/** Exact returns of docs/games.md, section 7, by bet: played best, and by the chart. */
const stated: readonly [bet: string, best: string, chart: string | null][] = [
  [texts.evenBets, "99.667", "99.628"],
  ["1", "97.342", "97.303"],
  ["3", "98.892", null],
  ["5", "99.202", null],
  ["99", "99.643", null],
];

/** Of a hundred bets those that tell the story; the others lie between. */
const shownBets = new Set(["1", "2", "3", "5", "10", "25", "50", "99", "100"]);

const dealerCards = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "A"];

/** H hit, S stand, D double, against each card of the dealer. */
const chart: readonly [hand: string, plays: string][] = [
  [texts.hard("4–7"), "HHHHHHHHHH"],
  [texts.hard("8"), "HHHDDHHHHH"],
  [texts.hard("9"), "DDDDDHHHHH"],
  [texts.hard("10"), "DDDDDDDDHH"],
  [texts.hard("11"), "DDDDDDDDDD"],
  [texts.hard("12"), "HHSSSHHHHH"],
  [texts.hard("13–16"), "SSSSSHHHHH"],
  [texts.hard("17–20"), "SSSSSSSSSS"],
  [texts.soft("12"), "HHHDDHHHHH"],
  [texts.soft("13–16"), "HHDDDHHHHH"],
  [texts.soft("17"), "DDDDDHHHHH"],
  [texts.soft("18"), "SDDDDSSHHS"],
  [texts.soft("19"), "SSSSDSSSSS"],
  [texts.soft("20"), "SSSSSSSSSS"],
];

const looks: Readonly<Record<string, string>> = {
  H: "bg-ink-700 text-text",
  S: "bg-ink-850 text-muted",
  D: "bg-win/15 text-win",
};

export default function OddsTables({ returnsByBet }: OddsProps) {
  return (
    <div className="flex flex-col gap-8">
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-2">
        <Returns returnsByBet={returnsByBet} />
        <Insurance />
      </div>
      <Chart />
    </div>
  );
}

function Insurance() {
  return (
    <div>
      <h4 className="text-base font-semibold">{texts.insurance}</h4>
      <p className="mt-1 mb-2 text-sm text-muted">{texts.insuranceHint}</p>
      <OddsTable
        caption={texts.insuranceCaption}
        head={[texts.tensHeld, texts.averageReturn]}
        rows={([0, 1, 2] as const).map((tens) => ({
          key: tens,
          cells: [tens, `${percent(insuranceReturn(tens), 2)}%`],
        }))}
      />
    </div>
  );
}

function Returns({ returnsByBet }: { returnsByBet: Fields | null }) {
  const own = Object.entries(returnsByBet ?? {}).filter(
    (entry): entry is [string, string] => shownBets.has(entry[0]) && typeof entry[1] === "string",
  );
  return (
    <div>
      <h4 className="text-base font-semibold">{texts.byBet}</h4>
      <p className="mt-1 mb-2 text-sm text-muted">{texts.byBetHint}</p>
      {own.length > 0 ? (
        <OddsTable
          caption={texts.bestCaption}
          head={[texts.bet, texts.playedBest]}
          rows={own.map(([bet, back]) => ({
            key: bet,
            cells: [bet, `${percent(decimalFraction(back), 3)}%`],
          }))}
        />
      ) : (
        <OddsTable
          caption={texts.bothCaption}
          head={[texts.bet, texts.byChart, texts.playedBest]}
          rows={stated.map(([bet, best, byChart]) => ({
            key: bet,
            cells: [bet, byChart === null ? "–" : `${byChart}%`, `${best}%`],
          }))}
        />
      )}
    </div>
  );
}

function Chart() {
  return (
    <div>
      <h4 className="text-base font-semibold">{texts.chart}</h4>
      <p className="mt-1 mb-3 text-sm text-muted">{texts.chartHint}</p>
      <Table
        look="bare"
        className="table-fixed border-separate border-spacing-px text-xs sm:text-sm"
        headRowClass="text-muted"
        headerClass="font-medium"
        caption={texts.chartCaption}
        rows={chart}
        rowKey={([hand]) => hand}
        columns={chartColumns}
      />
    </div>
  );
}

const chartColumns: readonly Column<(typeof chart)[number]>[] = [
  {
    header: texts.hand,
    isRowHeader: true,
    headerClass: "w-22 sm:w-28",
    cellClass: "font-medium whitespace-nowrap",
    cell: ([hand]) => hand,
  },
  ...dealerCards.map(
    (card, place): Column<(typeof chart)[number]> => ({
      header: card,
      align: "center",
      headerClass: "pb-1",
      cellClass: "h-7 font-semibold",
      cellClassOf: ([, row]) => looks[row.charAt(place)] ?? false,
      cell: ([, row]) => (
        <abbr title={texts.plays[row.charAt(place)]} className="no-underline">
          {row.charAt(place)}
        </abbr>
      ),
    }),
  ),
];
