import { defineChecker } from "../../common/checker/checker";
import { betField, choiceField, wholeField } from "../../common/checker/fields";
import published from "../published.json";
import { readDiceTable } from "../published-table";
import * as texts from "../texts/check.en";
import { proveDice } from "./prove";
import { DiceResult } from "./Result";

export const checker = defineChecker({
  fields: [
    betField,
    wholeField({ name: "target", label: texts.target, initial: "50" }),
    choiceField({
      name: "direction",
      label: texts.winningSide,
      options: [
        { value: "under", label: texts.rollUnder },
        { value: "over", label: texts.atOrOver },
      ],
      initial: "under",
    }),
  ],
  refusals: {
    bad_target: ["target", texts.badTarget],
    bad_direction: ["direction", texts.badDirection],
  },
  lastStep: texts.lastStep,
  published,
  example: {},
  prove: (seeds, play, table) => proveDice(seeds, play, readDiceTable(table)),
  show: (proof, params) => <DiceResult proof={proof} params={params} />,
});
