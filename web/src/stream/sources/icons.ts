import { svg } from "../dom";
import type { HappeningKind } from "./state";

const stroke = (d: string) =>
  svg("path", {
    d,
    fill: "none",
    stroke: "currentColor",
    "stroke-width": 2,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  });

const TROPHY =
  "M7 4h10v5a5 5 0 0 1-10 0zM7 6H4c0 3 1 5 3.500 5M17 6h3c0 3-1 5-3.500 5M12 14v3M8 20h8M9.500 20c0-2 1-3 2.500-3s2.500 1 2.500 3";
const PERSON =
  "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20.500c.8-4 3.700-6 7.500-6s6.700 2 7.500 6";

const drawings: Readonly<Record<HappeningKind, string>> = {
  win: TROPHY,
  winner: TROPHY,
  round: TROPHY,
  claim: "M4 6.500h16v13H4zM4 10.500h16M8.500 4v4M15.500 4v4M9 15l2.200 2.200L15.500 13",
  purchase: "M5.500 8h13l1 12h-15zM8.500 10.500V7a3.500 3.500 0 0 1 7 0v3.500",
  member: PERSON,
  linked: PERSON,
  challenge: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z",
};

/** The sign of a kind of event. */
export function icon(kind: HappeningKind): SVGElement {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    stroke(drawings[kind]),
  );
}
