import { defineChecker } from "../../common/checker/checker";
import { betField, choiceField, wholeField } from "../../common/checker/fields";
import published from "../published.json";
import { plinkoRisks, ROWS_MAX, ROWS_MIN, readPlinkoTable } from "../published-table";
import { provePlinko } from "./prove";
import { CheckedResult } from "./Result";

export const checker = defineChecker({
  fields: [
    betField,
    wholeField({ name: "rows", label: "Rows", initial: "12" }),
    choiceField({
      name: "risk",
      label: "Risk",
      options: plinkoRisks.map((risk) => ({
        value: risk,
        label: `${risk.charAt(0).toUpperCase()}${risk.slice(1)}`,
      })),
      initial: "medium",
    }),
  ],
  refusals: {
    bad_bet: ["bet", "Not a bet that this table takes"],
    bad_rows: ["rows", `${ROWS_MIN} to ${ROWS_MAX} rows`],
    bad_risk: ["risk", "Low, medium or high"],
  },
  lastStep:
    "One draw of 2 to the power of the rows is written in binary, one digit for each row: 0 sends the ball to the left, 1 to the right. The number of ones is its bucket.",
  published,
  example: { rows: "16", risk: "high" },
  prove: (seeds, play, table) => provePlinko(seeds, play, readPlinkoTable(table)),
  show: (proof, { bet }) => <CheckedResult proof={proof} won={proof.payout > Number(bet)} />,
});
