import { defineChecker } from "../../common/checker/checker";
import { betField, Problem, presetField } from "../../common/checker/fields";
import { hundredthsIn, hundredthsText } from "../../common/tables/reading";
import published from "../published.json";
import { readLimboTable } from "../published-table";
import { proveLimbo } from "./prove";
import { LimboResult } from "./Result";

export const checker = defineChecker({
  fields: [
    betField,
    {
      name: "target",
      label: "Target",
      kind: "text",
      initial: "2.00",
      read: (text) => hundredthsIn(text) ?? new Problem("A number with at most two decimals"),
      // The site writes a decimal, the vectors write hundredths.
      write: (value) => (typeof value === "number" ? hundredthsText(value) : undefined),
    },
    presetField,
  ],
  refusals: { bad_target: ["target", "Not a target of this table"] },
  lastStep:
    "One draw over all 2^32 values sets the result, so that any target t is reached with a chance of 0.99/t. The bet wins when the result is at the target or above it.",
  published,
  example: {},
  prove: (seeds, play, table) => proveLimbo(seeds, play, readLimboTable(table)),
  show: (proof) => <LimboResult proof={proof} />,
});
