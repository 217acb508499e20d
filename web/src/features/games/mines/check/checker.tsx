import { defineChecker } from "../../common/checker/checker";
import { actionsField, betField, readWhole, wholeField } from "../../common/checker/fields";
import published from "../published.json";
import { readMinesTable } from "../published-table";
import { proveMines } from "./prove";
import { MinesResult } from "./Result";

export const checker = defineChecker({
  fields: [
    betField,
    wholeField({ name: "mines", label: "Mines", initial: "3" }),
    actionsField({
      label: "Tiles in order",
      hint: "0 to 24 row by row, then cashout: 6 12 18 cashout",
    }),
    {
      name: "turn_max_ppm",
      label: "Turn rule (ppm)",
      kind: "text",
      hint: "Empty: as in the table",
      initial: "",
      read: (text) => (text === "" ? undefined : readWhole(text)),
    },
    {
      name: "auto_cashout",
      label: "Cash out at the cap",
      kind: "choice",
      options: [
        { value: "", label: "Default" },
        { value: "true", label: "Yes" },
        { value: "false", label: "No" },
      ],
      initial: "",
      read: (text) => (text === "" ? undefined : text === "true"),
    },
  ],
  refusals: {
    bad_mines: ["mines", "1 to 24 mines"],
    bad_tile: ["actions", "Tiles are numbered 0 to 24"],
    tile_taken: ["actions", "A tile is revealed twice"],
    nothing_to_cash_out: ["actions", "There is nothing to cash out before the first gem"],
    round_over: ["actions", "The round is over before the last of these"],
  },
  lastStep:
    "Before the first tile, the mines are picked out of 25 tiles by a shuffle. Their places are fixed from that moment; turning tiles only shows them.",
  published,
  example: { actions: "6 12 18 cashout" },
  prove: (seeds, play, table) => proveMines(seeds, play, readMinesTable(table)),
  show: (proof) => <MinesResult proof={proof} />,
});
