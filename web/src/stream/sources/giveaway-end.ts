import { serverNow } from "@/wire/server-clock";
import { burst } from "./confetti";
import { DRAW_MS, RUN_MS } from "./draw-run";
import type { GiveawayOnAir } from "./giveaway-facts";
import { noticeView, runView, winnerView } from "./giveaway-views";
import { numbersOf } from "./numbers";
import { shine } from "./parts";
import type { Plate } from "./plate";
import type { SourceState } from "./state";
import * as texts from "./texts/en";

export type End = {
  /** Shows how a giveaway ended, once. `isNews`: it was open while the page was. */
  show: (giveaway: GiveawayOnAir, state: SourceState, isNews: boolean) => void;
  isShown: () => boolean;
  /** Another giveaway, or the same one again, is open. */
  forget: () => void;
};

/** The end of a giveaway: the tickets running to the winner, or why nobody won. */
export function openEnd(plate: Plate, hide: () => void): End {
  let shown = "";
  let timers: ReturnType<typeof setTimeout>[] = [];
  let latest: GiveawayOnAir | null = null;
  let isEnding = false;
  /** Shows the winner again, by the name of a newer state; null while no winner is on show. */
  let rename: ((giveaway: GiveawayOnAir) => void) | null = null;

  const stop = () => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
    isEnding = false;
    rename = null;
  };
  const finish = () => {
    stop();
    hide();
  };
  return {
    show: (giveaway, { site, locale, isTest }, isNews) => {
      const key = `${giveaway.id} ${giveaway.phase}`;
      if (key === shown) {
        if (!isEnding) hide();
        latest = giveaway;
        rename?.(giveaway);
        return;
      }
      latest = giveaway;
      shown = key;
      stop();
      // An end of long ago is not news, for a page that has only been opened now.
      if (!isNews && !isTest && !isRecent(giveaway)) return hide();
      isEnding = true;
      const numbers = numbersOf(locale);
      if (giveaway.phase !== "winner") {
        const isCancelled = giveaway.phase === "cancelled";
        const title = isCancelled ? texts.cancelled : texts.noWinner;
        const text = isCancelled ? texts.cancelledText : texts.noWinnerText;
        plate.present(key, () => noticeView(title, text, giveaway));
        timers = [setTimeout(finish, DRAW_MS)];
        return;
      }
      const proof = `${site.address}${giveaway.proofPath}`;
      const present = (drawn: GiveawayOnAir) =>
        plate.present(`${key} ${drawn.winner}`, () => winnerView(drawn, numbers, proof));
      const showWinner = () => {
        rename = present;
        present(latest ?? giveaway);
        shine(plate.element);
        burst(plate.element);
      };
      plate.present(`${key} run`, () => runView(giveaway, numbers));
      timers = [setTimeout(showWinner, RUN_MS), setTimeout(finish, DRAW_MS)];
    },
    isShown: () => isEnding,
    forget: () => {
      stop();
      shown = "";
    },
  };
}

/** Whether it ended so lately that viewers have not seen it yet. */
function isRecent({ endedAt }: GiveawayOnAir): boolean {
  return endedAt !== null && serverNow() - endedAt < DRAW_MS;
}
