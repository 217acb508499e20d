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
      label: texts.actionsOrder,
      hint: "insure or decline, then hit, stand, double",
    }),
  ],
  refusals: {
    insurance_pending: ["actions", texts.dealerShowsAceInsure],
    bad_action: ["actions", texts.oneTheseActionsNot],
    double_not_allowed: ["actions", texts.doublingFirstTwoCards],
    round_over: ["actions", texts.roundOverBeforeLast],
  },
  lastStep: texts.oneDeck52Cards,
  published,
  example: { actions: "hit stand" },
  prove: (seeds, play, table) => proveBlackjack(seeds, play, readBlackjackTable(table)),
  show: (proof) => <BlackjackResult proof={proof} />,
});
