import type { Facts } from "../facts";

/** The name of the member of "user:7", as it is now; the number of a deleted account. */
export const memberOf = ({ nameOf }: Facts, reference: string): string =>
  nameOf(reference) ?? `member ${reference.split(":")[1]}`;
