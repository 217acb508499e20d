import { defineChecker } from "../../common/checker/checker";
import { Problem } from "../../common/checker/fields";
import { type Fields, isFields } from "../../common/tables/reading";
import published from "../published.json";
import { readRouletteTable } from "../published-table";
import * as texts from "../texts/check.en";
import { proveRoulette } from "./prove";
import { RouletteResult } from "./Result";

export const checker = defineChecker({
  fields: [
    {
      name: "bets",
      label: texts.bets,
      kind: "lines",
      hint: texts.betsHint,
      initial: "10 red",
      read: readBets,
      write: (value) => (Array.isArray(value) ? value.map(betLine).join("\n") : undefined),
    },
  ],
  refusals: {
    bad_bet: ["bets", texts.badBet],
    bad_kind: ["bets", texts.badKind],
    bad_numbers: ["bets", texts.badNumbers],
  },
  lastStep: texts.lastStep,
  published,
  example: { bets: "10 red\n5 split 28 31\n2 dozen 3" },
  prove: (seeds, play, table) => proveRoulette(seeds, play, readRouletteTable(table)),
  show: (proof, params) => <RouletteResult proof={proof} params={params} />,
});

function readBets(text: string): Fields[] | Problem {
  const bets: Fields[] = [];
  for (const line of text.split("\n").map((part) => part.trim())) {
    if (line === "") continue;
    const parts = /^(\d{1,9})\s+(?:on\s+)?([a-z]+)((?:[\s,-]+\d{1,2})*)$/i.exec(line);
    if (parts === null) return new Problem(texts.badLine(line));
    const [, amount, name = "", rest = ""] = parts;
    const kind = name.toLowerCase();
    const numbers = rest
      .split(/[\s,-]+/)
      .filter((word) => word !== "")
      .map(Number);
    const isGroup = kind === "dozen" || kind === "column";
    bets.push({
      kind,
      amount: Number(amount),
      ...(isGroup ? { pick: numbers[0] } : numbers.length > 0 ? { numbers } : {}),
    });
  }
  return bets.length > 0 ? bets : new Problem(texts.noBets);
}

function betLine(bet: unknown): string {
  if (!isFields(bet)) return "";
  const numbers: readonly unknown[] = Array.isArray(bet.numbers) ? bet.numbers : [];
  const rest = bet.pick === undefined ? numbers : [bet.pick];
  return [bet.amount, bet.kind, ...rest].map(String).join(" ");
}
