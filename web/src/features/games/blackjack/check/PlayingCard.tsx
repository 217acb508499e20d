import { cx } from "@/ui/cx";
import * as texts from "../texts/check.en";

const suits: Readonly<Record<string, { sign: string; isRed: boolean }>> = {
  S: { sign: "♠", isRed: false },
  H: { sign: "♥", isRed: true },
  D: { sign: "♦", isRed: true },
  C: { sign: "♣", isRed: false },
};

/** A card by its name, such as "TD". */
export function PlayingCard({ card, isSmall = false }: { card: string; isSmall?: boolean }) {
  const rank = card.charAt(0);
  const suit = suits[card.charAt(1)];
  if (suit === undefined) return null;
  return (
    <span
      className={cx(
        "inline-flex flex-col items-center justify-center rounded-sm bg-text font-display leading-none font-bold shadow-card",
        isSmall ? "h-10 w-8 text-sm" : "h-18 w-13 text-xl",
        suit.isRed ? "text-[oklch(0.5_0.2_25)]" : "text-ink-900",
      )}
    >
      <span aria-hidden="true">{rank === "T" ? "10" : rank}</span>
      <span aria-hidden="true" className="mt-0.5">
        {suit.sign}
      </span>
      <span className="sr-only">{texts.card(rank, card.charAt(1))}</span>
    </span>
  );
}
