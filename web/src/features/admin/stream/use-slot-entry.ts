import { useEffect, useRef, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { nextUnopened, type Slot, type WholeHunt } from "../hunts/model";
import { playSlot } from "../hunts/queries";
import { unusualWin } from "../hunts/unusual";
import { playSchema } from "../hunts/validation";
import * as texts from "./texts/en";

/** What is typed, by slot: it belongs to the slot it was typed for, whatever happens meanwhile. */
type Wins = Readonly<Record<string, string>>;

type Order = { slot: Slot; win: string };

/**
 * The slot whose turn it is: the one that was gone to, as long as it is not opened or a win is typed for it.
 * Beside it no slot that is being opened is chosen, unless it is the last one.
 */
function currentSlot(slots: readonly Slot[], cursor: string | null, wins: Wins, running?: string) {
  const isOpen = (slot: Slot) => !slot.opened && slot.id !== running;
  const pointed = slots.find(({ id }) => id === cursor);
  const isHeld = pointed !== undefined && (!pointed.opened || wins[pointed.id] !== undefined);
  return isHeld ? pointed : (slots.find(isOpen) ?? slots.find(({ id }) => id === running));
}

const without = (wins: Wins, slot: string): Wins =>
  Object.fromEntries(Object.entries(wins).filter(([id]) => id !== slot));

/**
 * The slot whose turn it is, and what is typed of its win.
 * @param onPlayed gets the slot as it was opened.
 */
export function useSlotEntry(
  { id, slots, startingBalance }: WholeHunt,
  onPlayed: (slot: Slot) => void,
) {
  const field = useRef<HTMLInputElement>(null);
  const [wins, setWins] = useState<Wins>({});
  const [cursor, setCursor] = useState<string | null>(null);
  const [mistake, setMistake] = useState<string | null>(null);
  const [asked, setAsked] = useState<Order | null>(null);
  const latest = useRef({ wins, cursor });
  useEffect(() => {
    latest.current = { wins, cursor };
  });
  const play = useSubmit({
    send: ({ slot, win }: Order) => playSlot(id, slot.id, win),
    onAnswer: ({ hunt }, { slot }) => {
      setWins((all) => without(all, slot.id));
      onPlayed(hunt.slots.find((one) => one.id === slot.id) ?? slot);
    },
    onFailure: ({ input }) => {
      const { wins: typed, cursor: at } = latest.current;
      // The next letters must not go into another win than the ones before.
      if (at === null || typed[at] === undefined) setCursor(input.slot.id);
    },
  });
  const takeFocus = useFocus(field);
  const slot = currentSlot(slots, cursor, wins, play.running?.slot.id);
  const win = (slot && wins[slot.id]) ?? "";
  const question = slot === undefined ? null : unusualWin(win, slot.betAmount, startingBalance);
  const isAsked = asked?.slot.id === slot?.id && asked?.win === win && question !== null;

  const type = (to: Slot, text: string) => {
    if (play.failed?.input.slot.id === to.id) play.reset();
    setMistake(null);
    setCursor(to.id);
    setWins((all) => (text === "" ? without(all, to.id) : { ...all, [to.id]: text }));
  };
  const goTo = (next: string | null) => {
    play.reset();
    setMistake(null);
    setAsked(null);
    setCursor(next);
    takeFocus();
  };
  const submit = (to: Slot) => {
    if (play.isBusy) return;
    const checked = playSchema.safeParse({ winAmount: win });
    if (!checked.success) setMistake(checked.error.issues[0]?.message ?? texts.enterWin);
    else if (question !== null && !isAsked) setAsked({ slot: to, win });
    else {
      void play.submit({ slot: to, win });
      setAsked(null);
      // The next win can be typed while this one is on its way.
      setCursor(nextUnopened(slots, to.id)?.id ?? to.id);
      takeFocus();
    }
  };
  return {
    field,
    slot,
    win,
    mistake,
    /** Why the win should be looked at again; it was asked once. */
    question: isAsked ? question : null,
    play,
    type,
    submit,
    goTo,
  };
}

/** Focuses the field, also one that is only there once a slot is unopened again. */
function useFocus(field: { readonly current: HTMLInputElement | null }): () => void {
  const isWanted = useRef(false);
  const focus = () => {
    if (!isWanted.current || field.current === null) return;
    isWanted.current = false;
    field.current.focus({ preventScroll: true });
  };
  useEffect(focus);
  return () => {
    isWanted.current = true;
    focus();
  };
}
