import type { Section } from "./section";
import { brand } from "./sections/brand";
import { calendar } from "./sections/calendar";
import { games } from "./sections/games";
import { home } from "./sections/home";
import { links } from "./sections/links";
import { mail } from "./sections/mail";
import { modules } from "./sections/modules";
import { partner } from "./sections/partner";
import { place } from "./sections/place";
import { pageTexts } from "./sections/texts";
import { wagers } from "./sections/wagers";

/** Every section with a form, in the order of the overview. */
export const sections: readonly Section[] = [
  brand,
  modules,
  links,
  partner,
  home,
  calendar,
  games,
  wagers,
  mail,
  pageTexts,
  place,
];

export function findSection(name: string): Section | undefined {
  return sections.find((section) => section.name === name);
}
