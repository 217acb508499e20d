import type { CSSProperties } from "react";
import { headingFonts } from "@/features/site/theme";

const fonts: Readonly<Record<string, string>> = headingFonts;

/**
 * The tones around the accent colour, as the style sheet makes them for the whole page (`src/app/styles.css`):
 * there they follow the page's own colour, and the preview needs those of its colour.
 */
export const tones: Readonly<Record<string, string>> = {
  "--color-gold-300": "oklch(from var(--accent) calc(l + 0.05) calc(c * 0.81) calc(h + 4))",
  "--color-gold-400": "var(--accent)",
  "--color-gold-500": "oklch(from var(--accent) calc(l - 0.065) calc(c * 1.04) calc(h - 6))",
  "--color-gold-600": "oklch(from var(--accent) calc(l - 0.175) calc(c * 0.95) calc(h - 12))",
  "--color-on-gold": "oklch(from var(--accent) 0.21 0.045 h)",
};

/** The variables of a colour and a font, for the element around the preview. */
export function previewStyle(accent: string, font: string): CSSProperties {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- React's type has no variables of a page
  return { "--accent": accent, "--font-display": fonts[font], ...tones } as CSSProperties;
}
