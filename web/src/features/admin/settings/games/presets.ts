import * as texts from "../texts/games.en";

export const presets = [
  { value: "balanced", label: texts.balanced },
  { value: "classic", label: texts.classic },
] as const;
