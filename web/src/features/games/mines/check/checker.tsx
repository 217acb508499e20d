import { defineChecker } from "../../common/checker/checker";
import { actionsField, betField, readWhole, wholeField } from "../../common/checker/fields";
import published from "../published.json";
import { readMinesTable } from "../published-table";
import * as texts from "../texts/check.en";
import { proveMines } from "./prove";
import { MinesResult } from "./Result";

export const checker = defineChecker({
  fields: [
    betField,
    wholeField({ name: "mines", label: texts.mines, initial: "3" }),
    actionsField({
      label: texts.tilesOrder,
      hint: "0 to 24 row by row, then cashout: 6 12 18 cashout",
    }),
    {
      name: "turn_max_ppm",
      label: texts.turnRulePpm,
      kind: "text",
      hint: "Empty: as in the table",
      initial: "",
      read: (text) => (text === "" ? undefined : readWhole(text)),
    },
    {
      name: "auto_cashout",
      label: texts.cashOutCap,
      kind: "choice",
      options: [
        { value: "", label: texts.defaultText },
        { value: "true", label: texts.yes },
        { value: "false", label: texts.no },
      ],
      initial: "",
      read: (text) => (text === "" ? undefined : text === "true"),
    },
  ],
  refusals: {
    bad_mines: ["mines", "1 to 24 mines"],
    bad_tile: ["actions", texts.tilesNumbered024],
    tile_taken: ["actions", texts.tileRevealedTwice],
    nothing_to_cash_out: ["actions", texts.thereNothingCashOut],
    round_over: ["actions", texts.roundOverBeforeLast],
  },
  lastStep: texts.beforeFirstTileMines,
  published,
  example: { actions: "6 12 18 cashout" },
  prove: (seeds, play, table) => proveMines(seeds, play, readMinesTable(table)),
  show: (proof) => <MinesResult proof={proof} />,
});
