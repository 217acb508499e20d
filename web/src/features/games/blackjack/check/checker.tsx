import { defineChecker } from "../../common/checker/checker";
import { actionsField, betField } from "../../common/checker/fields";
import published from "../published.json";
import { readBlackjackTable } from "../published-table";
import * as texts from "../texts/check.en";
import { proveBlackjack } from "./prove";
import { BlackjackResult } from "./Result";

export const checker = defineChecker({
  fields: [
    betField,
    actionsField({
      label: texts.actions,
      hint: texts.actionsHint,
    }),
  ],
  refusals: {
    insurance_pending: ["actions", texts.insurancePending],
    bad_action: ["actions", texts.badAction],
    double_not_allowed: ["actions", texts.doubleNotAllowed],
    round_over: ["actions", texts.roundOver],
  },
  lastStep: texts.lastStep,
  published,
  example: { actions: "hit stand" },
  prove: (seeds, play, table) => proveBlackjack(seeds, play, readBlackjackTable(table)),
  show: (proof) => <BlackjackResult proof={proof} />,
});
