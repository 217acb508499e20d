import ball from "@/features/games/slot/art/ball.svg";
import bone from "@/features/games/slot/art/bone.svg";
import boomerang from "@/features/games/slot/art/boomerang.svg";
import bowl from "@/features/games/slot/art/bowl.svg";
import collar from "@/features/games/slot/art/collar.svg";
import dingo from "@/features/games/slot/art/dingo.svg";
import hat from "@/features/games/slot/art/hat.svg";
import kelpie from "@/features/games/slot/art/kelpie.svg";
import paw from "@/features/games/slot/art/paw.svg";
import { animate, el } from "../../dom";
import { EASE_OUT, prefersReducedMotion } from "../../motion";
import { burst } from "../confetti";
import { type Numbers, numbersOf } from "../numbers";
import { piece, words } from "../parts";
import type { Shape } from "../placement";
import { openPlate } from "../plate";
import { readNames, readText, readWithin } from "../read";
import {
  type DiceDetail,
  GAMES,
  type LimboDetail,
  type RoundOnAir,
  readRound,
  type SlotDetail,
  type SlotSymbol,
  SYMBOLS,
} from "../round-facts";
import type { Happening, Site, SourceState } from "../state";
import * as texts from "../texts/en";
import type { View } from "../view";
import "./round.css";

const SHAPES: readonly [Shape, ...Shape[]] = [{ name: "card", width: 21, height: 15.3 }];
const ART: Readonly<Record<SlotSymbol, string>> = {
  kelpie,
  dingo,
  hat,
  boomerang,
  paw,
  bowl,
  ball,
  collar,
  bone,
};
/** How long each game moves before its result is shown. */
const PLAY_MS = { slot: 2_300, dice: 1_500, limbo: 1_500 } as const;
/** From this multiplier on paper flies. */
const BIG = 10;
/** A member may play faster than rounds can be shown: only the newest one waits. */
const LEAST_MS = 900;

export function open(page: HTMLElement): View {
  const plate = openPlate(page, "round", SHAPES);
  let state: SourceState | null = null;
  let waiting: Happening | null = null;
  let last = "";
  let isPlaying = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const hide = () => {
    clearTimeout(timer);
    isPlaying = false;
    waiting = null;
    plate.present(null);
  };
  const play = (happening: Happening) => {
    const round = readRound(happening);
    if (state === null || round === null) return;
    const { site, locale, options } = state;
    const numbers = numbersOf(locale);
    const hideMs = readWithin(options.hideAfterSeconds, [5, 600], 20) * 1_000;
    const playMs = prefersReducedMotion() || round.detail === null ? 0 : PLAY_MS[round.game];
    isPlaying = true;
    clearTimeout(timer);
    plate.move(state.plate, happening.isTest);
    plate.present(happening.id, () => roundView(happening, round, site, numbers));
    const finish = () => {
      plate.view()?.classList.add("round-done");
      if (round.multiplier >= BIG) burst(plate.element);
      timer = setTimeout(() => {
        isPlaying = false;
        const next = waiting;
        waiting = null;
        if (next === null) timer = setTimeout(hide, Math.max(0, hideMs - LEAST_MS));
        else play(next);
      }, LEAST_MS);
    };
    timer = setTimeout(finish, playMs);
  };
  return {
    update: (newer) => {
      state = newer;
      plate.move(newer.plate, newer.isTest);
      // The member no longer agrees, or another one was chosen.
      const member = readText(newer.facts.member);
      if (member !== last) hide();
      last = member;
    },
    happen: (happening) => {
      if (state === null || happening.round === null) return;
      const games: readonly string[] = readNames(state.options.games, GAMES);
      const isChosen = last !== "" && games.includes(readText(happening.round.game));
      if (!isChosen && !happening.isTest) return;
      if (isPlaying) waiting = happening;
      else play(happening);
    },
    isQuiet: () => !isPlaying && !plate.isShown(),
    close: () => {
      clearTimeout(timer);
      plate.close();
    },
  };
}

function roundView(
  { name, title }: Happening,
  round: RoundOnAir,
  site: Site,
  numbers: Numbers,
): HTMLElement {
  const names = { slot: texts.slotGame, dice: texts.diceGame, limbo: texts.limboGame };
  const points = (amount: number) =>
    texts.pointCount(numbers.short(amount), amount === 1 ? site.pointsOne : site.pointsName);
  const result = round.payout > 0 ? texts.wonAmount(points(round.payout)) : texts.noWin;
  // Without its detail the round has the multiplier on its table.
  const hasTimes = round.payout > 0 && round.detail !== null;
  const times = hasTimes ? texts.times(numbers.times(round.multiplier)) : "";
  const view = el(
    "section",
    `round round-${round.game} ${round.isWin ? "round-won" : "round-lost"}`,
    piece(
      el(
        "div",
        "round-head",
        el(
          "div",
          "round-words",
          words("eyebrow", title === "" ? names[round.game] : title, 0.6),
          words("round-name", name, 0.5),
        ),
        words("round-bet", texts.rowsOf(points(round.bet)), 0.6),
      ),
    ),
    piece(el("div", "round-table", tableView(round, numbers))),
    el("div", "round-foot", words("round-times", times, 0.6), words("round-result", result, 0.5)),
  );
  return view;
}

function tableView(round: RoundOnAir, numbers: Numbers): HTMLElement {
  if (round.detail === null) {
    const text = round.payout > 0 ? texts.times(numbers.times(round.multiplier)) : texts.noWin;
    return el("div", "limbo", words("limbo-result", text, 0.4));
  }
  if (round.game === "slot") return slotView(round.detail, numbers);
  return round.game === "dice" ? diceView(round.detail, numbers) : limboView(round.detail, numbers);
}

const COLUMNS = 5;
/** Symbols that pass before a reel stops. */
const PASSING = 9;

function slotView({ board, bones }: SlotDetail, numbers: Numbers): HTMLElement {
  const reels = el("div", "reels");
  for (let column = 0; column < COLUMNS; column += 1) {
    const strip = el("div", "strip");
    for (let row = 0; row < board.length; row += 1) {
      const symbol = board[row]?.[column] ?? "ball";
      const value = bones.get(row * COLUMNS + column);
      strip.append(
        cellView(symbol, value === undefined ? "" : texts.times(numbers.decimals(value))),
      );
    }
    const passing = PASSING + column * 3;
    for (let index = 0; index < passing; index += 1)
      strip.append(
        cellView(SYMBOLS[(index * 5 + column * 3) % (SYMBOLS.length - 1)] ?? "ball", ""),
      );
    const start = `translateY(${(-passing / board.length) * 100}%)`;
    if (!prefersReducedMotion())
      animate(strip, [{ transform: start }, { transform: "none" }], {
        duration: 1_150 + column * 240,
        easing: "cubic-bezier(.2, .7, .2, 1.02)",
        fill: "backwards",
      });
    reels.append(el("div", "reel", strip));
  }
  return reels;
}

function cellView(symbol: SlotSymbol, value: string): HTMLElement {
  const picture = Object.assign(document.createElement("img"), { alt: "", src: ART[symbol] });
  const cell = el("div", `symbol symbol-${symbol}`, picture);
  if (value !== "") cell.append(el("span", "symbol-value", value));
  return cell;
}

const at = (place: number) => ({ transform: `translateX(${place}%)` });

/** Within this distance of an end the label of a roll would leave the scale. */
const LABEL_HALF = 18;

/** The part of its label that is left of a roll: half of it, but for the ends of the scale. */
function labelShare(roll: number): number {
  const fromEnd = Math.min(roll, 100 - roll, LABEL_HALF);
  const less = (1 - fromEnd / LABEL_HALF) * 50;
  return roll < 50 ? 50 - less : 50 + less;
}

function diceView({ roll, target, isOver }: DiceDetail, numbers: Numbers): HTMLElement {
  const label = el("span", "dice-roll", numbers.decimals(roll));
  label.style.transform = `translateX(${-labelShare(roll)}%)`;
  const marker = el("div", "dice-marker", label);
  const carrier = el("div", "dice-carrier", marker);
  const zone = el("i", "dice-zone");
  zone.style.left = isOver ? `${target}%` : "0";
  zone.style.right = isOver ? "0" : `${100 - target}%`;
  carrier.style.transform = `translateX(${roll}%)`;
  if (!prefersReducedMotion()) {
    const other = roll > 50 ? 12 : 88;
    animate(
      carrier,
      [at(50), at(other), at(Math.min(98, Math.max(2, roll + (roll > 50 ? 6 : -6)))), at(roll)],
      {
        duration: PLAY_MS.dice - 250,
        easing: "ease-in-out",
      },
    );
  }
  const text = isOver
    ? texts.rollOver(numbers.times(target))
    : texts.rollUnder(numbers.times(target));
  return el(
    "div",
    "dice",
    words("dice-target", text, 0.6),
    el("div", "dice-track", el("div", "dice-line", zone), carrier),
  );
}

function limboView({ result, target }: LimboDetail, numbers: Numbers): HTMLElement {
  const number = words("limbo-result", texts.times(numbers.decimals(result)), 0.4);
  const box = el("div", "limbo", number);
  if (target !== null)
    box.append(words("limbo-target", texts.targetOf(texts.times(numbers.decimals(target))), 0.6));
  if (!prefersReducedMotion())
    animate(
      number,
      [
        { transform: "translateY(1.4em) scale(0.5)", opacity: 0 },
        { transform: "translateY(0.3em) scale(0.8)", opacity: 1, offset: 0.6 },
        { transform: "none" },
      ],
      { duration: PLAY_MS.limbo, easing: EASE_OUT },
    );
  return box;
}
