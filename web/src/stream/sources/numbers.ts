/** Numbers in the language of a source. */
export type Numbers = {
  whole: (value: number) => string;
  /** Short from ten million on. */
  short: (value: number) => string;
  dollars: (value: number) => string;
  /** With its sign. */
  signedDollars: (value: number) => string;
  /** A multiplier without its sign: at most two decimals, none from a hundred on. */
  times: (value: number) => string;
  decimals: (value: number) => string;
  percent: (share: number) => string;
};

/** Cents matter in small amounts only. */
const isLarge = (value: number) => Math.abs(value) >= 1_000;
const two = (value: number) => String(value).padStart(2, "0");

const SHORT_FROM = 10_000_000;
const kept = new Map<string, Numbers>();

/** Formats are made once for each language: making one costs more than all its uses. */
export function numbersOf(locale: string): Numbers {
  const known = kept.get(locale);
  if (known !== undefined) return known;
  const made = makeNumbers(supported(locale));
  kept.set(locale, made);
  return made;
}

function supported(locale: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf([locale])[0] ?? "en-US";
  } catch {
    return "en-US";
  }
}

function makeNumbers(locale: string): Numbers {
  const formatOf = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(locale, options);
    return (value: number) => format.format(value);
  };
  const whole = formatOf({ maximumFractionDigits: 0 });
  const short = formatOf({ notation: "compact", maximumSignificantDigits: 4 });
  const money = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  const dollars = formatOf({ ...money, minimumFractionDigits: 2 });
  const roundDollars = formatOf({ ...money, maximumFractionDigits: 0 });
  const signed = formatOf({ ...money, signDisplay: "exceptZero", minimumFractionDigits: 2 });
  const roundSigned = formatOf({ ...money, signDisplay: "exceptZero", maximumFractionDigits: 0 });
  const fraction = formatOf({ maximumFractionDigits: 2 });
  const decimals = formatOf({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return {
    whole,
    short: (value) => (Math.abs(value) < SHORT_FROM ? whole(value) : short(value)),
    dollars: (value) => (isLarge(value) ? roundDollars(value) : dollars(value)),
    signedDollars: (value) => (isLarge(value) ? roundSigned(value) : signed(value)),
    times: (value) => (value < 100 ? fraction(value) : whole(value)),
    decimals,
    // Cut, not rounded: only a goal that is reached has 100%.
    percent: formatPercent(locale),
  };
}

function formatPercent(locale: string): (share: number) => string {
  const format = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  return (share) => format.format(Math.floor(share * 100) / 100);
}

const SECOND_MS = 1_000;

/** What is left of a time: "0:42", "3:12", "1:04:09", and days and hours from a day on. */
export function clockText(ms: number, days: (days: number, hours: number) => string): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3_600)];
  if (hours >= 24) return days(Math.floor(hours / 24), hours % 24);
  if (hours > 0) return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}
