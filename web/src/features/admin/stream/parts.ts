import * as texts from "./texts/en";

/** The parts of the page, in the order of use. */
export const parts = [
  { id: "giveaway", to: "/admin/giveaways" },
  { id: "hunt", to: "/admin/bonus-hunts" },
  { id: "approvals", to: "/admin/gaming-approvals" },
  { id: "points", to: null },
  { id: "games", to: "/admin/game-maintenance" },
  { id: "line", to: "/admin/overlay" },
] as const;

export type Part = (typeof parts)[number];

export const nameOf = ({ id }: Pick<Part, "id">): string => texts.parts[id];
