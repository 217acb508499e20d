import * as texts from "../texts/games.en";

export type Risk = "low" | "medium" | "high";

export const risks: readonly { value: Risk; label: string }[] = [
  { value: "low", label: texts.riskNames.low },
  { value: "medium", label: texts.riskNames.medium },
  { value: "high", label: texts.riskNames.high },
];
