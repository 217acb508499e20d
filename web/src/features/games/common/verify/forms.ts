import type { Play } from "../checker/inputs";
import type { GameId } from "../queries";
import { kenoRisks } from "../tables/keno";
import { type Fields, hundredthsIn, hundredthsText, isFields } from "../tables/reading";

/** What stands in the fields of a form, by the name of the field. */
export type Typed = Readonly<Record<string, string>>;
export type Problems = Readonly<Record<string, string>>;

export type FormField = {
  name: string;
  label: string;
  kind: "whole" | "text" | "lines" | "choice";
  options?: readonly { value: string; label: string }[];
  hint?: string;
  initial: string;
};

const betField: FormField = { name: "bet", label: "Bet", kind: "whole", initial: "10" };
const presetField: FormField = {
  name: "preset",
  label: "Preset",
  kind: "choice",
  options: [
    { value: "", label: "Default" },
    { value: "balanced", label: "Balanced" },
    { value: "classic", label: "Classic" },
  ],
  initial: "",
};

/** The fields of a round beside its seeds. */
export const forms: Readonly<Record<GameId, readonly FormField[]>> = {
  dice: [
    betField,
    { name: "target", label: "Target", kind: "whole", initial: "50" },
    {
      name: "direction",
      label: "Winning side",
      kind: "choice",
      options: [
        { value: "under", label: "Roll under" },
        { value: "over", label: "At or over" },
      ],
      initial: "under",
    },
  ],
  limbo: [
    betField,
    { name: "target", label: "Target", kind: "text", initial: "2.00" },
    presetField,
  ],
  mines: [
    betField,
    { name: "mines", label: "Mines", kind: "whole", initial: "3" },
    {
      name: "actions",
      label: "Tiles in order",
      kind: "text",
      hint: "0 to 24 row by row, then cashout: 6 12 18 cashout",
      initial: "",
    },
    {
      name: "turn_max_ppm",
      label: "Turn rule (ppm)",
      kind: "text",
      hint: "Empty: as in the table",
      initial: "",
    },
    {
      name: "auto_cashout",
      label: "Cash out at the cap",
      kind: "choice",
      options: [
        { value: "", label: "Default" },
        { value: "true", label: "Yes" },
        { value: "false", label: "No" },
      ],
      initial: "",
    },
  ],
  keno: [
    betField,
    {
      name: "risk",
      label: "Risk",
      kind: "choice",
      options: kenoRisks.map((risk) => ({
        value: risk,
        label: `${risk.charAt(0).toUpperCase()}${risk.slice(1)}`,
      })),
      initial: "medium",
    },
    {
      name: "picks",
      label: "Picks",
      kind: "text",
      hint: "1 to 10 numbers of 1 to 40",
      initial: "",
    },
  ],
  blackjack: [
    betField,
    {
      name: "actions",
      label: "Actions in order",
      kind: "text",
      hint: "insure or decline, then hit, stand, double",
      initial: "",
    },
  ],
  slot: [betField, presetField],
  roulette: [
    {
      name: "bets",
      label: "Bets, one a line",
      kind: "lines",
      hint: "Points, kind, numbers: 10 red · 5 split 28 31 · 2 dozen 3",
      initial: "10 red",
    },
  ],
};

export function blankForm(game: GameId): Typed {
  return Object.fromEntries(forms[game].map(({ name, initial }) => [name, initial]));
}

type Reading = { play: Play; problems: null } | { play: null; problems: Problems };

/** Reads what was typed. Whether the rules allow it is for the rules to say. */
export function readForm(game: GameId, typed: Typed): Reading {
  const problems: Record<string, string> = {};
  const params: Record<string, unknown> = {};
  let actions: readonly unknown[] = [];
  for (const { name } of forms[game]) {
    const value = readField(game, name, (typed[name] ?? "").trim());
    if (value instanceof Problem) problems[name] = value.said;
    else if (name === "actions") actions = Array.isArray(value) ? value : [];
    else if (value !== undefined) params[name] = value;
  }
  return Object.keys(problems).length > 0
    ? { play: null, problems }
    : { play: { params, actions }, problems: null };
}

class Problem {
  readonly said: string;

  constructor(said: string) {
    this.said = said;
  }
}

/** The value of one field as the rules take it; undefined leaves it to the table. */
function readField(game: GameId, name: string, text: string): unknown {
  switch (name) {
    case "direction":
    case "risk":
      return text;
    case "preset":
      return text === "" ? undefined : text;
    case "auto_cashout":
      return text === "" ? undefined : text === "true";
    case "turn_max_ppm":
      return text === "" ? undefined : readWhole(text);
    case "target":
      return game === "limbo" ? readHundredths(text) : readWhole(text);
    case "picks":
      return readPicks(text);
    case "actions":
      return readActions(text);
    case "bets":
      return readBets(text);
    default:
      return readWhole(text);
  }
}

function readHundredths(text: string): number | Problem {
  return hundredthsIn(text) ?? new Problem("A number with at most two decimals");
}

function readWhole(text: string): number | Problem {
  return /^\d{1,9}$/.test(text) ? Number(text) : new Problem("A whole number");
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}

function readPicks(text: string): number[] | Problem {
  const list = words(text);
  if (list.length === 0) return new Problem("Enter the numbers picked");
  const wrong = list.find((word) => !/^\d{1,2}$/.test(word));
  return wrong === undefined
    ? list.map(Number)
    : new Problem(`"${wrong}" is no number of the board`);
}

function readActions(text: string): (number | string)[] | Problem {
  const wrong = words(text).find((word) => !/^(?:\d{1,2}|[a-z]+)$/i.test(word));
  if (wrong !== undefined) return new Problem(`"${wrong}" is no action`);
  return words(text).map((word) => (/^\d/.test(word) ? Number(word) : word.toLowerCase()));
}

function readBets(text: string): Fields[] | Problem {
  const bets: Fields[] = [];
  for (const line of text.split("\n").map((part) => part.trim())) {
    if (line === "") continue;
    const parts = /^(\d{1,9})\s+(?:on\s+)?([a-z]+)((?:[\s,-]+\d{1,2})*)$/i.exec(line);
    if (parts === null) return new Problem(`"${line}" is no bet. Write: 5 split 28 31`);
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
  return bets.length > 0 ? bets : new Problem("Enter at least one bet");
}

/** The fields as a round fills them. */
export function fillForm(game: GameId, { params, actions }: Play): Typed {
  const typed: Record<string, string> = {};
  for (const { name, initial } of forms[game]) {
    const value = name === "actions" ? actions : params[name];
    typed[name] = fillField(game, name, value) ?? (name === "actions" ? "" : initial);
  }
  return typed;
}

function fillField(game: GameId, name: string, value: unknown): string | undefined {
  if (game === "limbo" && name === "target" && typeof value === "number")
    return hundredthsText(value);
  if (name === "bets" && Array.isArray(value)) return value.map(betLine).join("\n");
  if (Array.isArray(value)) return value.map(String).join(" ");
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}

function betLine(bet: unknown): string {
  if (!isFields(bet)) return "";
  const numbers: readonly unknown[] = Array.isArray(bet.numbers) ? bet.numbers : [];
  const rest = bet.pick === undefined ? numbers : [bet.pick];
  return [bet.amount, bet.kind, ...rest].map(String).join(" ");
}

/** What the rules' refusal means, and the field it belongs to. */
export function refusalProblem(game: GameId, code: string): Problems {
  const found = refusals[code];
  if (found === undefined) return { [forms[game][0]?.name ?? "bet"]: `Refused: ${code}` };
  const [field, said] = found;
  return { [game === "roulette" ? "bets" : field]: said };
}

const refusals: Readonly<Record<string, readonly [field: string, said: string]>> = {
  bad_bet: ["bet", "Not a bet that this table takes"],
  bad_target: ["target", "Not a target of this table"],
  bad_direction: ["direction", "Under or over"],
  bad_mines: ["mines", "1 to 24 mines"],
  bad_tile: ["actions", "Tiles are numbered 0 to 24"],
  tile_taken: ["actions", "A tile is revealed twice"],
  nothing_to_cash_out: ["actions", "There is nothing to cash out before the first gem"],
  round_over: ["actions", "The round is over before the last of these"],
  bad_picks: ["picks", "1 to 10 different numbers from 1 to 40"],
  bad_risk: ["risk", "Low, medium or high"],
  insurance_pending: ["actions", "The dealer shows an ace: insure or decline comes first"],
  bad_action: ["actions", "One of these actions is not possible at its moment"],
  double_not_allowed: ["actions", "Doubling is for the first two cards only"],
  bad_kind: ["bets", "One of these bets does not exist"],
  bad_numbers: ["bets", "The numbers of one bet do not lie together on the layout"],
};

export type TypedSeeds = { serverSeed: string; clientSeed: string; nonce: string };

/** Reads the seeds and the nonce; each problem is said beside its field. */
export function readSeeds(typed: TypedSeeds): {
  seeds: { serverSeed: string; clientSeed: string; nonce: number };
  problems: Problems;
} {
  const problems: Record<string, string> = {};
  const serverSeed = typed.serverSeed.trim();
  const clientSeed = typed.clientSeed.trim();
  const nonce = typed.nonce.trim();
  const seedProblem = serverSeedProblem(serverSeed);
  if (seedProblem !== null) problems.serverSeed = seedProblem;
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(clientSeed))
    problems.clientSeed = "1 to 64 letters, digits, dots, dashes or underscores";
  if (!/^\d{1,15}$/.test(nonce)) problems.nonce = "A whole number from 0";
  return { seeds: { serverSeed, clientSeed, nonce: Number(nonce) }, problems };
}

export function serverSeedProblem(serverSeed: string): string | null {
  return /^[0-9a-f]{64}$/.test(serverSeed) ? null : "A server seed is 64 characters of 0-9 and a-f";
}
