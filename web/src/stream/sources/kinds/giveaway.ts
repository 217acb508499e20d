import { serverNow } from "@/wire/server-clock";
import { paints } from "../../art";
import { openCountdown } from "../countdown";
import { openEnd } from "../giveaway-end";
import { type GiveawayOnAir, phaseOf, readGiveaway } from "../giveaway-facts";
import { drawingView, makeOpen, type OpenParts } from "../giveaway-views";
import { numbersOf } from "../numbers";
import { pulse, setWords } from "../parts";
import type { Shape } from "../placement";
import { openPlate } from "../plate";
import type { SourceState } from "../state";
import * as texts from "../texts/en";
import type { View } from "../view";
import "./giveaway.css";
import "./giveaway-run.css";

const SHAPES: readonly [Shape, ...Shape[]] = [
  { name: "card", width: 23, height: 14 },
  { name: "wide", width: 42, height: 7.6 },
  { name: "tall", width: 16, height: 17 },
];

export function open(page: HTMLElement): View {
  const plate = openPlate(page, "giveaway", SHAPES);
  let state: SourceState | null = null;
  let isLive = true;
  let openParts: OpenParts | null = null;
  /** Giveaways that were seen before their end: their end is news. */
  let seenOpen = "";
  page.append(paints());

  const countdown = openCountdown((text, left) => {
    if (openParts === null) return;
    const isLast = left <= 60_000 && openParts.isOpen;
    const isLonger = openParts.clock.set(text);
    const isNews = setWords(openParts.eyebrow, isLast ? texts.lastMinute : openParts.label);
    if (isNews) openParts.view.classList.toggle("last-minute", isLast);
    if (isNews || isLonger) plate.fit();
    if (isLast && left > 0 && left <= 10_000) pulse(openParts.tile);
    if (left === 0) show();
  });
  const hide = () => {
    countdown.to(null);
    openParts = null;
    plate.present(null);
  };
  const end = openEnd(plate, hide);
  const showOpen = (giveaway: GiveawayOnAir, now: SourceState) => {
    end.forget();
    seenOpen = giveaway.id;
    const numbers = numbersOf(now.locale);
    const { phase, id } = giveaway;
    const key = `${id} ${phase} ${giveaway.prize} ${giveaway.entryCost} ${now.site.address}`;
    const isNew = plate.present(key, () => {
      openParts = makeOpen(giveaway, now, numbers);
      return openParts.view;
    });
    // A new view has a clock of its own, also when its time is the same.
    if (isNew) countdown.to(null);
    openParts?.tickets.set(numbers.short(giveaway.tickets));
    openParts?.entrants.set(numbers.short(giveaway.entrants));
    countdown.to(
      phase === "upcoming" ? giveaway.startsAt : phase === "open" ? giveaway.endsAt : null,
    );
  };
  const show = () => {
    const giveaway = state === null ? null : readGiveaway(state);
    if (state === null) return;
    plate.move(state.plate, state.isTest);
    // An end that is on the air stays for its time.
    if (end.isShown() && (giveaway === null || !isLive)) return;
    if (giveaway === null || !isLive) return hide();
    const phase = phaseOf(giveaway, serverNow());
    if (phase === "upcoming" || phase === "open") showOpen({ ...giveaway, phase }, state);
    else if (phase === "drawing") {
      seenOpen = giveaway.id;
      countdown.to(null);
      openParts = null;
      const numbers = numbersOf(state.locale);
      plate.present(`${giveaway.id} drawing`, () => drawingView(giveaway, numbers));
    } else {
      countdown.to(null);
      openParts = null;
      end.show({ ...giveaway, phase }, state, seenOpen === giveaway.id);
    }
    plate.fit();
  };
  return {
    update: (newer, live) => {
      state = newer;
      isLive = live;
      show();
    },
    isQuiet: () => !end.isShown(),
    close: () => {
      end.forget();
      countdown.close();
      plate.close();
    },
  };
}
