import { animate, el } from "../dom";
import { EASE_OUT, prefersReducedMotion } from "../motion";
import type { GiveawayOnAir } from "./giveaway-facts";
import type { Numbers } from "./numbers";
import { piece, words } from "./parts";
import * as texts from "./texts/en";

/** How long the draw of a winner is shown, and how long it is on the air with the winner. */
export const RUN_MS = 4_200;
export const DRAW_MS = 12_000;

/** How many tickets pass before the one that won, and how many are after it. */
const BEFORE = 38;
const AFTER = 5;
const TICKET_EM = 6.2;
/** When the tickets begin to run, and when they have stopped. */
const START_MS = 150;
const STOP_MS = 3_350;

/**
 * Tickets that run past a mark and stop at the one that won. They are only for the eye: the winner has been drawn
 * already, and the proof has the numbers.
 */
export function runTickets(giveaway: GiveawayOnAir, numbers: Numbers): HTMLElement {
  const { winningTicket } = giveaway;
  const count = Math.max(giveaway.tickets, winningTicket ?? 1);
  const strip = el("div", "run-strip");
  for (let index = 0; index < BEFORE + AFTER; index += 1) {
    const isWinner = index === BEFORE - 1;
    // Steps of the golden ratio look drawn at random, and are the same on every page.
    const number = isWinner
      ? winningTicket
      : 1 + (Math.floor((index + 1) * 0.618_034 * count) % count);
    const label = number === null ? "?" : texts.ticketNumber(numbers.whole(number));
    const ticket = el("div", "run-ticket", words("run-number", label, 0.4));
    if (isWinner) ticket.append(el("div", "run-won", words("run-number", label, 0.4)));
    strip.append(ticket);
  }
  const to = `translateX(${-(BEFORE - 1 + 0.5) * TICKET_EM}em)`;
  strip.style.transform = to;
  if (!prefersReducedMotion()) {
    animate(strip, [{ transform: "translateX(0)" }, { transform: to }], {
      duration: STOP_MS - START_MS,
      delay: START_MS,
      easing: "cubic-bezier(.12, .62, .08, 1)",
      fill: "backwards",
    });
    const won = strip.querySelector(".run-won");
    // It looks like all others until the tickets have stopped at it.
    if (won !== null)
      animate(won, [{ opacity: 0, transform: "scale(0.94)" }, {}], {
        duration: 260,
        delay: STOP_MS,
        easing: EASE_OUT,
        fill: "backwards",
      });
  }
  return piece(el("div", "run", strip, el("i", "run-mark")));
}
