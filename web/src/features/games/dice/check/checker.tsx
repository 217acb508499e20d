import { defineChecker } from "../../common/checker/checker";
import { betField, choiceField, wholeField } from "../../common/checker/fields";
import published from "../published.json";
import { readDiceTable } from "../published-table";
import { proveDice } from "./prove";
import { DiceResult } from "./Result";

export const checker = defineChecker({
  fields: [
    betField,
    wholeField({ name: "target", label: "Target", initial: "50" }),
    choiceField({
      name: "direction",
      label: "Winning side",
      options: [
        { value: "under", label: "Roll under" },
        { value: "over", label: "At or over" },
      ],
      initial: "under",
    }),
  ],
  refusals: {
    bad_target: ["target", "Not a target of this table"],
    bad_direction: ["direction", "Under or over"],
  },
  lastStep:
    "The word is taken modulo 10,000 and shown as 0.00 to 99.99. Under wins below the target, over wins at the target or above it.",
  published,
  example: {},
  prove: (seeds, play, table) => proveDice(seeds, play, readDiceTable(table)),
  show: (proof, params) => <DiceResult proof={proof} params={params} />,
});
