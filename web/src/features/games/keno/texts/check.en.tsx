import type { ReactNode } from "react";
import type { KenoRisk } from "../published-table";

export const risk = "Risk";
export const risks: Record<KenoRisk, string> = { low: "Low", medium: "Medium", high: "High" };
export const picks = "Picks";
export const picksHint = "1 to 10 numbers of 1 to 40";
export const badPicks = "1 to 10 different numbers from 1 to 40";
export const badRisk = "Low, medium or high";
export const noPicks = "Enter the numbers picked";
export const noSuchNumber = (word: string) => `"${word}" is not a number on the board`;
export const lastStep =
  "Ten of the 40 numbers are picked by a shuffle and shown in that order. Your picks play no part in the draw.";

export const board = "The board";
export const drawnOrder = (numbers: ReactNode) => <>Drawn in this order: {numbers}</>;
export const result = (hits: number, picked: number, multiplier: string) =>
  `${hits} of ${picked} hit, ${multiplier}×`;
export const numberState = (isDrawn: boolean, isPicked: boolean) =>
  `${isDrawn ? " drawn" : ""}${isPicked ? " picked" : ""}`;
