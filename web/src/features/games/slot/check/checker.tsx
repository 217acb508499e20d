import { defineChecker } from "../../common/checker/checker";
import { betField, presetField } from "../../common/checker/fields";
import published from "../published.json";
import { readSlotTable } from "../published-table";
import * as texts from "../texts/check.en";
import { proveSlot } from "./prove";
import { SlotResult } from "./Result";

export const checker = defineChecker({
  fields: [betField, presetField],
  refusals: {},
  lastStep: texts.lastStep,
  published,
  example: {},
  prove: (seeds, play, table) => proveSlot(seeds, play, readSlotTable(table)),
  show: (proof) => <SlotResult proof={proof} />,
});
