import type { StoreApi } from "zustand";
import { useSession } from "@/features/session/store";
import { currentBalance } from "@/features/wallet/balance";
import { type BetLimits, openingBet } from "./bet";

type ChosenBet = { betText: string; hasChosenBet: boolean };

/** Calls `listener` when another member logs in, and when the member logs out. */
export function onMemberChange(listener: () => void): void {
  useSession.subscribe(({ member }, { member: before }) => {
    if (member?.id !== before?.id) listener();
  });
}

/** Replaces the bet that a member has chosen with the opening bet of the next member. */
export function forgetChosenBet<S extends ChosenBet>(
  { getState, setState }: Pick<StoreApi<S>, "getState" | "setState">,
  limits: () => BetLimits,
): void {
  const usual = Number(getState().betText);
  onMemberChange(() =>
    setState((state) => {
      const chosen = { betText: state.betText, hasChosenBet: false };
      const betText = openingBet(chosen, usual, limits(), currentBalance());
      return { ...state, betText, hasChosenBet: false };
    }),
  );
}
