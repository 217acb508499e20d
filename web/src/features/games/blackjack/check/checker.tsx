import { defineChecker } from "../../common/checker/checker";
import { actionsField, betField } from "../../common/checker/fields";
import published from "../published.json";
import { readBlackjackTable } from "../published-table";
import { proveBlackjack } from "./prove";
import { BlackjackResult } from "./Result";

export const checker = defineChecker({
  fields: [
    betField,
    actionsField({
      label: "Actions in order",
      hint: "insure or decline, then hit, stand, double",
    }),
  ],
  refusals: {
    insurance_pending: ["actions", "The dealer shows an ace: insure or decline comes first"],
    bad_action: ["actions", "One of these actions is not possible at its moment"],
    double_not_allowed: ["actions", "Doubling is for the first two cards only"],
    round_over: ["actions", "The round is over before the last of these"],
  },
  lastStep:
    "One deck of 52 cards is shuffled before the deal. Every card, yours and the dealer's, comes from the front of that deck, whatever you choose to do.",
  published,
  example: { actions: "hit stand" },
  prove: (seeds, play, table) => proveBlackjack(seeds, play, readBlackjackTable(table)),
  show: (proof) => <BlackjackResult proof={proof} />,
});
