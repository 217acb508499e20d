import { isUnread, unread } from "../values";

export type NumberRange = {
  min: number;
  max: number;
  /** Numbers with two decimals are texts on the wire, so that no rounding changes them. */
  hasDecimals: boolean;
};

/** The value that was typed: a number, a text such as "7.50", or what could not be read. */
export function readNumber(text: string, { min, max, hasDecimals }: NumberRange): unknown {
  const plain = text.replaceAll(/[\s,]/g, "");
  const pattern = hasDecimals ? /^\d+(\.\d{0,2})?$/ : /^\d+$/;
  const number = Number(plain);
  if (!pattern.test(plain) || number < min || number > max) return unread(text);
  return hasDecimals ? number.toFixed(2) : number;
}

/** A value as its field shows it, unless the same is typed in another way. */
export function writeNumber(value: unknown): string {
  if (isUnread(value)) return value.unread;
  if (typeof value === "string") return String(Number(value));
  return typeof value === "number" ? String(value) : "";
}
