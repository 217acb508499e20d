import { headingFonts } from "@/features/site/theme";
import type { SectionState } from "../../settings/queries";
import type { Values } from "../../settings/values";
import * as texts from "../texts/examples.en";
import { factsOf } from "./examples";
import type { Source } from "./model";
import { tonesOf } from "./tones";
import { type SourceSite, type SourceState, toWireSource } from "./wire";

const fonts: Readonly<Record<string, string>> = headingFonts;

const textOf = (values: Values, key: string): string => {
  const value = values[key];
  return typeof value === "string" ? value : "";
};

/** The address as viewers read it: without the scheme, and a slash at its end. */
const shownAddress = (url: string) => url.replace(/^https?:\/\//, "").replace(/\/$/, "");

/** The site for the preview, from its saved settings. Without a casino the example has one. */
export function siteOf(sections: readonly Pick<SectionState, "name" | "values">[]): SourceSite {
  const of = (name: string): Values => sections.find((one) => one.name === name)?.values ?? {};
  const [brand, place, partner, points] = ["brand", "place", "partner", "points"].map(of);
  const accent = textOf(brand ?? {}, "accent");
  const font = fonts[textOf(brand ?? {}, "heading_font")] ?? headingFonts.archivo;
  return {
    name: textOf(brand ?? {}, "name"),
    mark: textOf(brand ?? {}, "mark"),
    address: shownAddress(textOf(place ?? {}, "url")),
    promoCode: textOf(partner ?? {}, "promo_code") || texts.promoCode,
    casinoName: textOf(partner ?? {}, "casino_name") || texts.casino,
    pointsName: textOf(points ?? {}, "name_plural"),
    pointsOne: textOf(points ?? {}, "name"),
    accent,
    timezone: textOf(place ?? {}, "timezone"),
    theme: `--accent: ${accent}; --font-display: ${font};`,
  };
}

const withAccent = (theme: string, accent: string) =>
  theme.replace(/--accent: [^;]*/, `--accent: ${accent}`) + tonesOf(accent);

/** The state that the preview shows: unsaved settings, and the facts of an example. */
export function previewState(
  source: Source,
  site: SourceSite,
  example: string,
  now: number,
): SourceState {
  return {
    build: "preview",
    now: new Date(now).toISOString(),
    isTest: false,
    source: toWireSource(source),
    site: source.accent === "" ? site : { ...site, theme: withAccent(site.theme, source.accent) },
    facts: factsOf(source, example, now),
  };
}
