import { formatCount, plural } from "@/ui/format/words";

/** What the restore did to the seed pairs of members. */
export const seedPairs = (revealed: number, lost: number) =>
  lost === 0
    ? `No seed pair was lost: ${formatCount(revealed, "seed pair")} ${plural(revealed, "was", "were")} revealed and replaced.`
    : `${formatCount(lost, "seed pair")} ${plural(lost, "was", "were")} lost because the key was missing. Their rounds can't be recomputed; payments can still be checked.`;
