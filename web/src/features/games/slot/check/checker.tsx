import { defineChecker } from "../../common/checker/checker";
import { betField, presetField } from "../../common/checker/fields";
import published from "../published.json";
import { readSlotTable } from "../published-table";
import { proveSlot } from "./prove";
import { SlotResult } from "./Result";

export const checker = defineChecker({
  fields: [betField, presetField],
  refusals: {},
  lastStep:
    "One draw of 10,000 chooses the tier, the next ones the multiplier inside it and the board. The reels stop on that board and nothing else.",
  published,
  example: {},
  prove: (seeds, play, table) => proveSlot(seeds, play, readSlotTable(table)),
  show: (proof) => <SlotResult proof={proof} />,
});
