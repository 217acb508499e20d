import type { Section } from "./section";
import { brand } from "./sections/brand";
import { calendar } from "./sections/calendar";
import { forms } from "./sections/forms";
import { games } from "./sections/games";
import { grants } from "./sections/grants";
import { home } from "./sections/home";
import { hunts } from "./sections/hunts";
import { kick } from "./sections/kick";
import { links } from "./sections/links";
import { mail } from "./sections/mail";
import { modules } from "./sections/modules";
import { overlay } from "./sections/overlay";
import { partner } from "./sections/partner";
import { place } from "./sections/place";
import { points } from "./sections/points";
import { pageTexts } from "./sections/texts";
import { wagers } from "./sections/wagers";
import * as texts from "./texts/en";

/** Every section with a form, in the order of the overview. */
export const sections: readonly Section[] = [
  brand,
  modules,
  links,
  partner,
  home,
  points,
  grants,
  calendar,
  games,
  wagers,
  hunts,
  forms,
  kick,
  overlay,
  mail,
  pageTexts,
  place,
];

export function findSection(name: string): Section | undefined {
  return sections.find((section) => section.name === name);
}

/** A text of the server with the names of the settings in place of their keys. */
export function withNames(text: string): string {
  return text.replaceAll(
    /\b([a-z]+)\.([a-z_]+(?:\.[a-z_]+)*)\b/g,
    (key, name: string, rest: string) => {
      const label = findSection(name)?.label(rest) ?? rest;
      return label === rest ? key : texts.quoted(label);
    },
  );
}
