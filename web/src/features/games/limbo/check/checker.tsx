import { defineChecker } from "../../common/checker/checker";
import { betField, Problem, presetField } from "../../common/checker/fields";
import { hundredthsIn, hundredthsText } from "../../common/tables/reading";
import published from "../published.json";
import { readLimboTable } from "../published-table";
import * as texts from "../texts/check.en";
import { proveLimbo } from "./prove";
import { LimboResult } from "./Result";

export const checker = defineChecker({
  fields: [
    betField,
    {
      name: "target",
      label: texts.target,
      kind: "text",
      initial: "2.00",
      read: (text) => hundredthsIn(text) ?? new Problem(texts.targetNoNumber),
      // The site writes a decimal, the vectors write hundredths.
      write: (value) => (typeof value === "number" ? hundredthsText(value) : undefined),
    },
    presetField,
  ],
  refusals: { bad_target: ["target", texts.badTarget] },
  lastStep: texts.lastStep,
  published,
  example: {},
  prove: (seeds, play, table) => proveLimbo(seeds, play, readLimboTable(table)),
  show: (proof) => <LimboResult proof={proof} />,
});
