import { defineChecker } from "../../common/checker/checker";
import { betField, choiceField, wholeField } from "../../common/checker/fields";
import published from "../published.json";
import { plinkoRisks, ROWS_MAX, ROWS_MIN, readPlinkoTable } from "../published-table";
import * as texts from "../texts/check.en";
import { provePlinko } from "./prove";
import { CheckedResult } from "./Result";

export const checker = defineChecker({
  fields: [
    betField,
    wholeField({ name: "rows", label: texts.rows, initial: "12" }),
    choiceField({
      name: "risk",
      label: texts.risk,
      options: plinkoRisks.map((risk) => ({
        value: risk,
        label: texts.risks[risk],
      })),
      initial: "medium",
    }),
  ],
  refusals: {
    bad_bet: ["bet", texts.badBet],
    bad_rows: ["rows", texts.badRows(ROWS_MIN, ROWS_MAX)],
    bad_risk: ["risk", texts.badRisk],
  },
  lastStep: texts.lastStep,
  published,
  example: { rows: "16", risk: "high" },
  prove: (seeds, play, table) => provePlinko(seeds, play, readPlinkoTable(table)),
  show: (proof, { bet }) => <CheckedResult proof={proof} won={proof.payout > Number(bet)} />,
});
