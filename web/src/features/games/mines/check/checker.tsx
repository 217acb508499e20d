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
      label: texts.actions,
      hint: texts.actionsHint,
    }),
    {
      name: "turn_max_ppm",
      label: texts.turnRule,
      kind: "text",
      hint: texts.turnRuleHint,
      initial: "",
      read: (text) => (text === "" ? undefined : readWhole(text)),
    },
    {
      name: "auto_cashout",
      label: texts.cashOutAtCap,
      kind: "choice",
      options: [
        { value: "", label: texts.asInTable },
        { value: "true", label: texts.yes },
        { value: "false", label: texts.no },
      ],
      initial: "",
      read: (text) => (text === "" ? undefined : text === "true"),
    },
  ],
  refusals: {
    bad_mines: ["mines", texts.badMines],
    bad_tile: ["actions", texts.badTile],
    tile_taken: ["actions", texts.tileTaken],
    nothing_to_cash_out: ["actions", texts.nothingToCashOut],
    round_over: ["actions", texts.roundOver],
  },
  lastStep: texts.lastStep,
  published,
  example: { actions: "6 12 18 cashout" },
  prove: (seeds, play, table) => proveMines(seeds, play, readMinesTable(table)),
  show: (proof) => <MinesResult proof={proof} />,
});
