import type { ReactNode } from "react";

export const theBoard = "The board";
export const drawnOrder = (join: ReactNode) => <>Drawn in this order: {join}</>;
export const ofHit = (
  hits: string | number,
  length: string | number,
  multiplier: string | number,
) => `${hits} of ${length} hit, ${multiplier}×`;

export const risk = "Risk";
export const picks = "Picks";
export const ten40NumbersPicked =
  "Ten of the 40 numbers are picked by a shuffle and shown in that order. Your picks play no part in the draw.";
export const enterNumbersPicked = "Enter the numbers picked";
