import type { StoreApi } from "zustand";
import { useSession } from "@/features/session/store";
import { currentBalance } from "@/features/wallet/balance";
import { type BetLimits, type CanWin, openingBet } from "./bet";

type ChosenBet = { betText: string; hasChosenBet: boolean };

/** Calls `listener` when another member logs in, and when the member logs out. */
export function onMemberChange(listener: () => void): void {
  useSession.subscribe(({ member }, { member: before }) => {
    if (member?.id !== before?.id) listener();
  });
}

/** Sets the bet that a table opens with. The next member gets one of their own. */
export function openingBets<S extends ChosenBet>(
  { getState, setState }: Pick<StoreApi<S>, "getState" | "setState">,
  canWin?: CanWin,
) {
  const usual = Number(getState().betText);
  let limits: BetLimits = { minBet: 1, maxBet: usual };
  const open = (hasChosenBet: boolean) =>
    setState((state) => {
      const chosen = { betText: state.betText, hasChosenBet };
      const betText = openingBet(chosen, usual, limits, currentBalance(), canWin);
      return { ...state, ...chosen, betText };
    });
  onMemberChange(() => open(false));
  return {
    enter: (stated: BetLimits): void => {
      limits = stated;
      open(getState().hasChosenBet);
    },
    setLimits: (stated: BetLimits): void => {
      const { minBet, maxBet, betStep } = limits;
      limits = stated;
      const isSame =
        stated.minBet === minBet && stated.maxBet === maxBet && stated.betStep === betStep;
      if (!isSame && !getState().hasChosenBet) open(false);
    },
  };
}
