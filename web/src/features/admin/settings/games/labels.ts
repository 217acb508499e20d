import { formatNumber } from "@/ui/format/numbers";
import { showNames } from "../show-names";
import * as texts from "../texts/games.en";
import { isValues, listOf } from "../values";

const gameNames: Readonly<Record<string, string>> = texts.names;
const keyNames: Readonly<Record<string, string>> = texts.keys;
const riskNames: Readonly<Record<string, string>> = texts.risksInList;
const betNames: Readonly<Record<string, string>> = texts.rouletteBets;

/** The name of a key of the section for people: "Keno, low risk, 3 picks". */
export function labelOf(key: string): string {
  const [first = "", game = "", ...rest] = key.split(".");
  const name = gameNames[game] ?? game;
  if (first === "allow_positive_return") return texts.mayPayMore(name);
  if (first !== "tables" || game === "") return keyNames[first] ?? key;
  return [name, ...rest.map((part) => partName(game, part, rest))]
    .filter((part) => part !== "")
    .join(", ");
}

function partName(game: string, part: string, path: readonly string[]): string {
  if (/^\d+$/.test(part))
    return game === "plinko" ? texts.rowCount(Number(part)) : texts.pickCount(Number(part));
  // "boards" and "table" say nothing that the numbers below them don't.
  if (path.length > 1 && ["table", "boards", "returns"].includes(part)) return "";
  if (game === "roulette") return betNames[part] ?? keyNames[part] ?? part;
  return riskNames[part] ?? keyNames[part] ?? part;
}

/** Games by name; lists of tiers and bands, a line for each. */
export function showGames(key: string, value: unknown): string | null {
  if (key === "offered") return showNames(gameNames, value);
  if (!Array.isArray(value)) return null;
  const rows = listOf(value).filter(isValues);
  if (rows.length === 0) return listOf(value).map(showNumber).join(", ");
  return rows
    .map(({ weight, lo, hi }) =>
      texts.shownBand(showNumber(weight), showNumber(lo), showNumber(hi)),
    )
    .join("\n");
}

function showNumber(value: unknown): string {
  const number = Number(value);
  return Number.isFinite(number) ? formatNumber(number) : String(value);
}
