/**
 * A tone of the site's accent for drawings, in OKLCH: lighter by this much, with this many times its chroma,
 * and its hue turned by these degrees.
 */
export const gold = (lighter: number, chroma: number, hue: number): string =>
  `oklch(from var(--accent) calc(l + ${lighter}) calc(c * ${chroma}) calc(h + ${hue}))`;
