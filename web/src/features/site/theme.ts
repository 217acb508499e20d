import type { Site } from "./queries";

/** Fonts of headings; the first is also in the style sheet (`src/app/styles.css`). */
export const headingFonts: Readonly<Record<Site["headingFont"], string>> = {
  archivo: '"Archivo", "Archivo Fallback", "Geist", ui-sans-serif, system-ui, sans-serif',
  geist: "var(--font-sans)",
  system: "system-ui, sans-serif",
};

/** Puts the site's colour and font in force. The server's document begins with them. */
export function applyTheme({ accent, headingFont }: Site): void {
  const { style } = document.documentElement;
  style.setProperty("--accent", accent);
  style.setProperty("--font-display", headingFonts[headingFont]);
}
