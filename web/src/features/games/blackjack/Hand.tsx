import { useLayoutEffect, useRef } from "react";
import { cx } from "@/ui/cx";
import { prefersReducedMotion } from "@/ui/motion";
import { type Card, cardName, countHand, totalSaid, totalText } from "./cards";
import { PlayingCard } from "./PlayingCard";
import { useBlackjackTable } from "./table";
import * as texts from "./texts/en";

type HandProps = {
  /** "Dealer", "You" */
  name: string;
  cards: readonly Card[];
  /** One more card lies face down. */
  hasHole?: boolean;
  /** How this hand came out, once the round has ended. */
  tone?: "win" | "loss" | undefined;
  className?: string;
};

/** How much of a card the next one leaves free. */
const STEP = 0.56;
const TIGHT_STEP = 0.34;
/** From here on cards lie closer, so that a long hand fits a phone. */
const TIGHT_FROM = 6;

/** The cards of one side with their count. */
export function Hand({ name, cards, hasHole = false, tone, className }: HandProps) {
  const row = useRef<HTMLDivElement>(null);
  const places: (Card | null)[] = hasHole ? [...cards, null] : [...cards];
  const step = places.length >= TIGHT_FROM ? TIGHT_STEP : STEP;
  useMakeRoom(row, places.length, step);
  const hand = countHand(cards);
  return (
    <div className={cx("flex flex-col items-center gap-2", className)}>
      <div
        ref={row}
        role="img"
        aria-label={describe(name, cards, hasHole)}
        style={{ minHeight: "calc(var(--card) * 1.4)" }}
        className={cx("flex", tone === "loss" && "opacity-70")}
      >
        {places.map((card, place) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- a card never leaves its place.
            key={place}
            style={place === 0 ? undefined : { marginLeft: `calc(var(--card) * ${step - 1})` }}
          >
            <PlayingCard card={card} />
          </span>
        ))}
      </div>
      <p
        aria-hidden="true"
        className={cx(
          "flex h-7 items-center gap-2 rounded-full bg-ink-950/75 px-3 text-sm",
          cards.length === 0 && "opacity-0",
        )}
      >
        <span className="text-muted">{name}</span>
        <span
          className={cx(
            "font-bold",
            hand.total > 21 ? "text-loss" : tone === "win" ? "text-win" : "text-text",
          )}
        >
          {totalText(hand)}
          {hasHole && " + ?"}
        </span>
      </p>
    </div>
  );
}

function describe(name: string, cards: readonly Card[], hasHole: boolean): string {
  if (cards.length === 0) return texts.noCards(name);
  return texts.hand(name, cards.map(cardName), hasHole, totalSaid(countHand(cards)));
}

/** A hand stays centred: those that lie move aside for a new card instead of jumping. */
function useMakeRoom(
  row: React.RefObject<HTMLDivElement | null>,
  count: number,
  step: number,
): void {
  const known = useRef(count);
  useLayoutEffect(() => {
    const grown = count - known.current;
    known.current = count;
    const isDealing = useBlackjackTable.getState().phase === "showing";
    if (grown !== 1 || count === 1 || !isDealing || prefersReducedMotion()) return;
    const card = row.current?.querySelector<HTMLElement>(".playing-card")?.offsetWidth ?? 0;
    const timing = { duration: 220, easing: "cubic-bezier(.22,1,.36,1)" };
    // The newest card has its own way from the shoe.
    for (const place of [...(row.current?.children ?? [])].slice(0, -1))
      place.animate(
        [{ transform: `translateX(${(card * step) / 2}px)` }, { transform: "none" }],
        timing,
      );
  }, [row, count, step]);
}
