import { artOf } from "../art";
import { el } from "../dom";
import { runTickets } from "./draw-run";
import { toWrap } from "./fitting";
import type { GiveawayOnAir } from "./giveaway-facts";
import { type Numbers } from "./numbers";
import { type Clock, clockWords, nameWords, piece, type Stat, stat, words } from "./parts";
import type { SourceState } from "./state";
import * as texts from "./texts/en";

/** An open or coming giveaway, with what changes on it. */
export type OpenParts = {
  view: HTMLElement;
  isOpen: boolean;
  label: string;
  eyebrow: HTMLElement;
  tile: HTMLElement;
  clock: Clock;
  tickets: Stat;
  entrants: Stat;
};

/** A prize of more letters gets the room of what is less important. */
const LONG_PRIZE = 60;

export function makeOpen(
  giveaway: GiveawayOnAir,
  { site }: SourceState,
  numbers: Numbers,
): OpenParts {
  const isOpen = giveaway.phase === "open";
  const label = isOpen ? texts.openNow : texts.openingSoon;
  const eyebrow = words("eyebrow", label, 0.7);
  const clock = clockWords("give-clock");
  const tile = el(
    "div",
    "give-tile",
    words("give-clock-label", isOpen ? texts.endsIn : texts.opensIn, 0.7),
    clock.element,
  );
  const tickets = stat(texts.tickets, numbers.short(giveaway.tickets));
  const entrants = stat(texts.entrants, numbers.short(giveaway.entrants), "stat-entrants");
  const { entryCost } = giveaway;
  const costs = stat(
    texts.ticketPrice,
    entryCost === 0
      ? texts.freeEntry
      : texts.pointCount(
          numbers.short(entryCost),
          entryCost === 1 ? site.pointsOne : site.pointsName,
        ),
    "stat-price",
  );
  const [onSite, at] = isOpen
    ? [texts.enterOnSite, texts.enterAt]
    : [texts.soonOnSite, texts.soonAt];
  const enter = site.address === "" ? onSite(site.name) : at(`${site.address}/giveaways`);
  const { title, prize } = giveaway;
  const view = el(
    "section",
    `give give-open ${lengthOf(giveaway)}`,
    piece(el("div", "give-figure", artOf("giveaways"))),
    piece(el("div", "give-label", eyebrow, words("give-title", prize === "" ? "" : title, 0.6))),
    piece(tile),
    piece(el("div", "give-words", words("give-prize two-lines three-lines", named(giveaway), 0.4))),
    el(
      "div",
      "give-stats",
      // Nobody can be in before it opens.
      ...(isOpen ? [tickets.element, entrants.element] : []),
      costs.element,
    ),
    piece(el("div", "give-enter", toWrap(words("give-enter-text", enter, 0.5)))),
  );
  return { view, isOpen, label, eyebrow, tile, clock, tickets, entrants };
}

export function drawingView(giveaway: GiveawayOnAir, numbers: Numbers): HTMLElement {
  return el(
    "section",
    "give give-notice",
    piece(el("div", "give-figure", artOf("giveaways"))),
    el(
      "div",
      "give-words",
      piece(words("eyebrow", texts.drawing, 0.7)),
      piece(words("give-prize two-lines three-lines", named(giveaway), 0.4)),
      piece(words("give-text", texts.drawingFrom(numbers.short(giveaway.tickets)), 0.6)),
    ),
  );
}

export function runView(giveaway: GiveawayOnAir, numbers: Numbers): HTMLElement {
  return el(
    "section",
    "give give-run",
    el(
      "div",
      "give-run-head",
      piece(words("eyebrow", texts.drawing, 0.7)),
      piece(words("give-run-prize", named(giveaway), 0.5)),
    ),
    runTickets(giveaway, numbers),
  );
}

export function winnerView(giveaway: GiveawayOnAir, numbers: Numbers, proof: string): HTMLElement {
  const name = nameWords("give-winner-name", giveaway.winner ?? "", giveaway.winnerIsNamed);
  const parts = [
    piece(words("eyebrow", texts.haveWinner, 0.7)),
    piece(name),
    piece(words("give-text two-lines three-lines", texts.wins(named(giveaway)), 0.5)),
  ];
  const figure = el("div", "give-figure", artOf("points"));
  const ticket = giveaway.winningTicket;
  if (ticket !== null)
    figure.append(words("give-ticket", texts.ticketWon(numbers.whole(ticket)), 0.6));
  return el(
    "section",
    `give give-winner ${lengthOf(giveaway)}`,
    piece(figure),
    el("div", "give-words", ...parts),
    // Without an address of the site the path alone leads nowhere.
    ...(proof.startsWith("/")
      ? []
      : [
          piece(
            el("div", "give-foot", toWrap(words("give-proof", texts.checkDraw(proof), 0.45), 0.75)),
          ),
        ]),
  );
}

export function noticeView(title: string, text: string, giveaway: GiveawayOnAir): HTMLElement {
  return el(
    "section",
    "give give-notice",
    piece(el("div", "give-figure give-dim", artOf("giveaways"))),
    el(
      "div",
      "give-words",
      piece(words("eyebrow", named(giveaway), 0.5)),
      piece(words("give-prize", title, 0.5)),
      piece(words("give-text two-lines", text, 0.6)),
    ),
  );
}

const lengthOf = (giveaway: GiveawayOnAir) =>
  named(giveaway).length > LONG_PRIZE ? "give-long" : "";

const named = ({ prize, title }: GiveawayOnAir) => (prize === "" ? title : prize);
