import type { Plate } from "./geometry";
import type { Kind, OptionValue, Source } from "./model";

/** The site, as a source shows it. */
export type SourceSite = {
  name: string;
  mark: string;
  address: string;
  promoCode: string;
  casinoName: string;
  pointsName: string;
  pointsOne: string;
  accent: string;
  timezone: string;
  /** Custom properties of CSS, ready to stand within `:root { }`. */
  theme: string;
};

/** A source as its page gets it: the same values, with keys in camel case. */
export type WireSource = Plate & {
  id: string;
  name: string;
  accent: string;
  volume: number;
  locale: string;
  options: { kind: Kind; [option: string]: OptionValue };
};

export type Facts = { kind: Kind; [fact: string]: unknown };

export type SourceState = {
  build: string;
  now: string;
  isTest: boolean;
  source: WireSource;
  site: SourceSite;
  facts: Facts;
};

export type HappeningKind =
  | "win"
  | "claim"
  | "purchase"
  | "member"
  | "winner"
  | "challenge"
  | "linked"
  | "round";

export type Happening = {
  id: string;
  at: string;
  kind: HappeningKind;
  name: string;
  isNamed: boolean;
  title: string;
  amount: number;
  multiplier: number;
  isTest: boolean;
  round?: {
    game: string;
    bet: number;
    payout: number;
    multiplier: number;
    detail: Readonly<Record<string, unknown>>;
  };
};

/** What the preview's document is sent. */
export type PreviewMessage =
  | { type: "overlay-preview"; state: SourceState }
  | { type: "overlay-happening"; happening: Happening };

const camel = (key: string) =>
  key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export function toWireSource({ options: { kind, ...options }, ...source }: Source): WireSource {
  const renamed = Object.entries(options).map(([key, value]) => [camel(key), value]);
  return { ...source, options: { kind, ...Object.fromEntries(renamed) } };
}
