import { defineChecker } from "../../common/checker/checker";
import { betField, choiceField, Problem, wordsOf } from "../../common/checker/fields";
import published from "../published.json";
import { kenoRisks, readKenoTable } from "../published-table";
import * as texts from "../texts/check.en";
import { proveKeno } from "./prove";
import { KenoResult } from "./Result";

export const checker = defineChecker({
  fields: [
    betField,
    choiceField({
      name: "risk",
      label: texts.risk,
      options: kenoRisks.map((risk) => ({
        value: risk,
        label: texts.risks[risk],
      })),
      initial: "medium",
    }),
    {
      name: "picks",
      label: texts.picks,
      kind: "text",
      hint: texts.picksHint,
      initial: "",
      read: readPicks,
    },
  ],
  refusals: {
    bad_picks: ["picks", texts.badPicks],
    bad_risk: ["risk", texts.badRisk],
  },
  lastStep: texts.lastStep,
  published,
  example: { picks: "3 8 15 22 31 40" },
  prove: (seeds, play, table) => proveKeno(seeds, play, readKenoTable(table)),
  show: (proof, params) => <KenoResult proof={proof} params={params} />,
});

function readPicks(text: string): number[] | Problem {
  const list = wordsOf(text);
  if (list.length === 0) return new Problem(texts.noPicks);
  const wrong = list.find((word) => !/^\d{1,2}$/.test(word));
  return wrong === undefined ? list.map(Number) : new Problem(texts.noSuchNumber(wrong));
}
