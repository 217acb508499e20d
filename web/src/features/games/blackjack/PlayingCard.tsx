import { useLayoutEffect, useRef } from "react";
import { SiteMark } from "@/features/site/SiteMark";
import { cx } from "@/ui/cx";
import { prefersReducedMotion } from "@/ui/motion";
import { CardFace } from "./CardFace";
import type { Card } from "./cards";
import { CARD_MS, useBlackjackTable } from "./table";
import "./cards.css";

/** Slides a little longer than the next card waits, so that a deal flows. */
const SLIDE_MS = CARD_MS + 90;

/** A card on the felt; face down while it is null. It comes from the shoe while a round is being dealt. */
export function PlayingCard({ card }: { card: Card | null }) {
  const outer = useRef<HTMLSpanElement>(null);
  const inner = useRef<HTMLSpanElement>(null);
  const wasDown = useRef(card === null);

  useLayoutEffect(() => {
    const isDealing = useBlackjackTable.getState().phase === "showing";
    const shoe = outer.current?.closest("[data-felt]")?.querySelector("[data-shoe]");
    if (!isDealing || prefersReducedMotion() || !shoe || outer.current === null) return;
    const from = shoe.getBoundingClientRect();
    const to = outer.current.getBoundingClientRect();
    const way = `translate(${from.left - to.left}px, ${from.top - to.top}px) rotate(14deg)`;
    const timing = { duration: SLIDE_MS, easing: "cubic-bezier(.22,1,.36,1)" };
    outer.current.animate([{ transform: way }, { transform: "none" }], timing);
    if (!wasDown.current)
      inner.current?.animate(
        [
          { transform: "rotateY(180deg)" },
          { transform: "rotateY(180deg)", offset: 0.25 },
          { transform: "rotateY(0deg)" },
        ],
        timing,
      );
  }, []);

  return (
    <span ref={outer} className="playing-card relative block shrink-0 [perspective:700px]">
      <span
        ref={inner}
        className={cx(
          "absolute inset-0 transition-transform duration-300 [transform-style:preserve-3d]",
          card === null && "[transform:rotateY(180deg)]",
        )}
      >
        <span className="card-paper absolute inset-0 overflow-hidden [backface-visibility:hidden]">
          {card !== null && <CardFace card={card} className="size-full" />}
        </span>
        <CardBack className="absolute inset-0 [backface-visibility:hidden] [transform:rotateY(180deg)]" />
      </span>
    </span>
  );
}

/** The back: a lattice in the accent colour, with the sign of the site. */
export function CardBack({ className }: { className?: string }) {
  return (
    <span className={cx("card-back flex items-center justify-center", className)}>
      <span className="flex size-[46%] items-center justify-center rounded-full bg-ink-950 ring-1 ring-gold-500/50 [aspect-ratio:1] !h-auto">
        <SiteMark className="size-[62%]" />
      </span>
    </span>
  );
}
