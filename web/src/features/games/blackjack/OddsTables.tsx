import { type Column, Table } from "@/ui/Table";
import { percent } from "../common/fraction";
import type { OddsProps } from "../common/game";
import { decimalFraction } from "../common/odds/decimals";
import { OddsTable } from "../common/odds/OddsTable";
import type { Fields } from "../common/tables/reading";
import { insuranceReturn } from "./odds";

/** Exact returns of docs/games.md, section 7, by bet: played best, and by the chart. */
const stated: readonly [bet: string, best: string, chart: string | null][] = [
  ["any even bet", "99.667", "99.628"],
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
  ["Hard 4–7", "HHHHHHHHHH"],
  ["Hard 8", "HHHDDHHHHH"],
  ["Hard 9", "DDDDDHHHHH"],
  ["Hard 10", "DDDDDDDDHH"],
  ["Hard 11", "DDDDDDDDDD"],
  ["Hard 12", "HHSSSHHHHH"],
  ["Hard 13–16", "SSSSSHHHHH"],
  ["Hard 17–20", "SSSSSSSSSS"],
  ["Soft 12", "HHHDDHHHHH"],
  ["Soft 13–16", "HHDDDHHHHH"],
  ["Soft 17", "DDDDDHHHHH"],
  ["Soft 18", "SDDDDSSHHS"],
  ["Soft 19", "SSSSDSSSSS"],
  ["Soft 20", "SSSSSSSSSS"],
];

const plays: Readonly<Record<string, { name: string; look: string }>> = {
  H: { name: "hit", look: "bg-ink-700 text-text" },
  S: { name: "stand", look: "bg-ink-850 text-muted" },
  D: { name: "double", look: "bg-win/15 text-win" },
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
      <h4 className="text-base font-semibold">Insurance</h4>
      <p className="mt-1 mb-2 text-sm text-muted">
        It always returns less than it costs, and least when you hold tens yourself.
      </p>
      <OddsTable
        caption="Return of insurance"
        head={["Ten-cards in your hand", "Return"]}
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
      <h4 className="text-base font-semibold">By bet</h4>
      <p className="mt-1 mb-2 text-sm text-muted">
        An odd bet loses half a point on each blackjack, so even bets are better.
      </p>
      {own.length > 0 ? (
        <OddsTable
          caption="Return of blackjack played best"
          head={["Bet", "Played best"]}
          rows={own.map(([bet, back]) => ({
            key: bet,
            cells: [bet, `${percent(decimalFraction(back), 3)}%`],
          }))}
        />
      ) : (
        <OddsTable
          caption="Return of blackjack"
          head={["Bet", "By the chart", "Played best"]}
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
      <h4 className="text-base font-semibold">A chart to play by</h4>
      <p className="mt-1 mb-3 text-sm text-muted">
        Your hand against the dealer's card. It returns 99.628% at even bets. D with three or more
        cards: hit, but stand on soft 18 and 19.
      </p>
      <Table
        look="bare"
        className="table-fixed border-separate border-spacing-px text-xs sm:text-sm"
        headRowClass="text-muted"
        headerClass="font-medium"
        caption="H is hit, S is stand, D is double"
        rows={chart}
        rowKey={([hand]) => hand}
        columns={chartColumns}
      />
    </div>
  );
}

const chartColumns: readonly Column<(typeof chart)[number]>[] = [
  {
    header: "Hand",
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
      cellClassOf: ([, row]) => plays[row.charAt(place)]?.look ?? false,
      cell: ([, row]) => (
        <abbr title={plays[row.charAt(place)]?.name} className="no-underline">
          {row.charAt(place)}
        </abbr>
      ),
    }),
  ),
];
