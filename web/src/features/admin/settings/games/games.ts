import type { ComponentType } from "react";
import * as texts from "../texts/games.en";
import { DiceTable } from "./DiceTable";
import { KenoTable } from "./KenoTable";
import { LimboTable } from "./LimboTable";
import { MinesTable } from "./MinesTable";
import { PlinkoTable } from "./PlinkoTable";
import { RouletteTable } from "./RouletteTable";
import { SlotTable } from "./SlotTable";

export type Game = {
  id: string;
  name: string;
  /** Its fields besides the limits of a bet. */
  Table?: ComponentType;
  /** It has steps of its own in place of a lowest and a highest bet. */
  hasSteps?: boolean;
};

/** The games with a table, in the order of their page. */
export const games: readonly Game[] = [
  { id: "dice", name: texts.names.dice, Table: DiceTable },
  { id: "limbo", name: texts.names.limbo, Table: LimboTable },
  { id: "mines", name: texts.names.mines, Table: MinesTable },
  { id: "keno", name: texts.names.keno, Table: KenoTable },
  { id: "blackjack", name: texts.names.blackjack },
  { id: "slot", name: texts.names.slot, Table: SlotTable, hasSteps: true },
  { id: "roulette", name: texts.names.roulette, Table: RouletteTable },
  { id: "plinko", name: texts.names.plinko, Table: PlinkoTable },
];
