import { formatCents } from "@/ui/format/dollars";
import * as texts from "./texts/en";

/** An amount that can be read in two ways, with both in dollars. */
export type TwoReadings = { asDecimal: number; asThousands: number };

/**
 * Reads dollars that mean the same in English and in European notation, as the server does: "12.5",
 * "12,50", "$1,234.50", "1.234,56". Null for what is no amount.
 */
export function readDollars(text: string): number | TwoReadings | null {
  const plain = text.replace(/[$\s'’]/g, "");
  const at = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
  if (at === -1) return decimal(plain);
  const [whole, last, part] = [plain.slice(0, at), plain.charAt(at), plain.slice(at + 1)];
  const other = last === "," ? "." : ",";
  if (whole.includes(other)) return grouped(whole, other, `.${part}`);
  if (whole.includes(last)) return grouped(plain, last, "");
  const mayGroup = part.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (last === "," && mayGroup) return decimal(whole + part);
  if (last === "," && part.length > 2) return null;
  const asDecimal = decimal(`${whole}.${part}`);
  const asThousands = decimal(whole + part);
  if (!mayGroup || asDecimal === null || asThousands === null) return asDecimal;
  return { asDecimal, asThousands };
}

/** The amount, null while it is none or can be read in two ways. */
export function dollarsOf(text: string): number | null {
  const read = readDollars(text);
  return typeof read === "number" ? read : null;
}

/** Says how an amount can be read, and how to write it. */
export function twoReadingsText({ asDecimal, asThousands }: TwoReadings): string {
  return texts.ambiguousAmount(formatCents(asDecimal), formatCents(asThousands));
}

function grouped(text: string, separator: string, part: string): number | null {
  const [first = "", ...groups] = text.split(separator);
  const fits =
    first.length >= 1 && first.length <= 3 && groups.every((group) => group.length === 3);
  return fits ? decimal(first + groups.join("") + part) : null;
}

function decimal(plain: string): number | null {
  return /^(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}
