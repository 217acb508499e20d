import type { ReactNode } from "react";

export const pathBall = (path: ReactNode) => <>Path of the ball: {path}</>;
export const bucket = (
  bucketText: string | number,
  rowsText: string | number,
  multiplier: string | number,
) => `Bucket ${bucketText} of ${rowsText}, ${multiplier}×`;

export const rows = "Rows";
export const risk = "Risk";
export const notBetTableTakes = "Not a bet that this table takes";
export const toRows = (rowsMin: string | number, rowsMax: string | number) =>
  `${rowsMin} to ${rowsMax} rows`;
export const oneDraw2Power =
  "One draw of 2 to the power of the rows is written in binary, one digit for each row: 0 sends the ball to the left, 1 to the right. The number of ones is its bucket.";
