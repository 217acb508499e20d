import type { Plate } from "./placement";
import {
  type Fields,
  isFields,
  readFields,
  readNumber,
  readOneOf,
  readText,
  readTime,
} from "./read";

const KINDS = [
  "banner",
  "lower_third",
  "ticker",
  "podium",
  "giveaway",
  "hunt",
  "goal",
  "alerts",
  "round",
] as const;
export type Kind = (typeof KINDS)[number];

export type Site = {
  name: string;
  mark: string;
  /** Host and path as viewers type them; empty when the site has none. */
  address: string;
  promoCode: string;
  casinoName: string;
  pointsName: string;
  pointsOne: string;
  accent: string;
  timezone: string;
  /** Declarations of CSS. */
  theme: string;
};

/** All that a source shows. Options and facts are read by its kind. */
export type SourceState = {
  build: string;
  /** The run of the server, in which numbers count up. */
  run: string;
  number: number;
  now: number;
  isTest: boolean;
  kind: Kind;
  plate: Plate;
  volume: number;
  locale: string;
  options: Fields;
  site: Site;
  facts: Fields;
};

const HAPPENINGS = [
  "win",
  "claim",
  "purchase",
  "member",
  "winner",
  "challenge",
  "linked",
  "round",
] as const;
export type HappeningKind = (typeof HAPPENINGS)[number];

export type Happening = {
  id: string;
  at: number;
  kind: HappeningKind;
  name: string;
  isNamed: boolean;
  title: string;
  amount: number;
  multiplier: number;
  isTest: boolean;
  round: Fields | null;
};

/** What `overlaySource` brings; null for anything that cannot be shown. */
export function readState(body: unknown): SourceState | null {
  if (!isFields(body)) return null;
  const source = readFields(body.source);
  const options = readFields(source.options);
  const kind = readOneOf(options.kind, KINDS);
  if (kind === null) return null;
  return {
    build: readText(body.build),
    run: readText(body.run),
    number: readNumber(body.number),
    now: readTime(body.now) ?? Date.now(),
    isTest: body.isTest === true,
    kind,
    plate: {
      x: readNumber(source.x),
      y: readNumber(source.y),
      width: readNumber(source.width, 800),
      height: readNumber(source.height, 200),
    },
    volume: readNumber(source.volume),
    locale: readText(source.locale, "en-US"),
    options,
    site: readSite(readFields(body.site)),
    facts: readFields(body.facts),
  };
}

function readSite(site: Fields): Site {
  return {
    name: readText(site.name),
    mark: readText(site.mark),
    address: readText(site.address),
    promoCode: readText(site.promoCode),
    casinoName: readText(site.casinoName),
    pointsName: readText(site.pointsName, "points"),
    pointsOne: readText(site.pointsOne, "point"),
    accent: readText(site.accent),
    timezone: readText(site.timezone, "UTC"),
    theme: readText(site.theme),
  };
}

/** What `overlayHappening` brings, or a row of a ticker; null for anything else. */
export function readHappening(body: unknown): Happening | null {
  if (!isFields(body)) return null;
  const kind = readOneOf(body.kind, HAPPENINGS);
  const id = readText(body.id);
  if (kind === null || id === "") return null;
  const isNamed = body.isNamed === true;
  return {
    id,
    at: readTime(body.at) ?? 0,
    kind,
    name: nameOnAir(readText(body.name), isNamed),
    isNamed,
    title: readText(body.title),
    amount: readNumber(body.amount),
    multiplier: readNumber(body.multiplier),
    isTest: body.isTest === true,
    round: isFields(body.round) ? body.round : null,
  };
}

/** The server masks names; one of a member who did not agree is never shown in full, whatever was sent. */
export function nameOnAir(name: string, isNamed: boolean): string {
  if (isNamed || /[*•…]/.test(name)) return name;
  return `${Array.from(name).slice(0, 2).join("")}***`;
}

/** An event with the name that the server's list has for it now. Without the server's word it is masked. */
export function namedAsIn(listed: readonly Happening[], happening: Happening): Happening {
  if (happening.isTest) return happening;
  const now = listed.find(({ id }) => id === happening.id);
  const isNamed = now?.isNamed === true;
  return { ...happening, isNamed, name: now?.name ?? nameOnAir(happening.name, isNamed) };
}
