import * as texts from "./texts/en";

/** A size in which the overlay is added, in pixels of the broadcast. It fits itself to any other one, too. */
export type Size = {
  value: string;
  label: string;
  about: string;
  width: number;
  height: number;
};

/** The first one suits most streams. */
export const sizes = [
  { value: "screen", ...texts.sizes.screen, width: 1920, height: 1080 },
  { value: "banner", ...texts.sizes.banner, width: 1920, height: 450 },
  { value: "column", ...texts.sizes.column, width: 480, height: 750 },
  { value: "vertical", ...texts.sizes.vertical, width: 1080, height: 1920 },
] as const satisfies readonly Size[];
