import { create } from "zustand";

/**
 * The member's points as the server last stated them, and the amount on show.
 *
 * The two differ only while a game animates a result it already knows: the shown amount is held and
 * follows when the animation ends (docs/decisions.md, C1). Every statement carries its ledger
 * sequence: it replaces older ones and is never replaced by them, however late they arrive.
 */
type Wallet = {
  memberId: string | null;
  balance: number;
  shown: number;
  /** Ledger sequence of `balance`; -1 while only what an earlier visit left is known. */
  seq: number;
  holds: number;
};

const closed: Wallet = { memberId: null, balance: 0, shown: 0, seq: -1, holds: 0 };

const useWallet = create<Wallet>(() => closed);

/** The amount to show, in whole points. */
export function useShownBalance(): number {
  return useWallet((wallet) => wallet.shown);
}

/** The amount the server last stated, for decisions such as the highest possible bet. */
export function useBalance(): number {
  return useWallet((wallet) => wallet.balance);
}

/** As `useBalance`, outside components. */
export function currentBalance(): number {
  return useWallet.getState().balance;
}

/** As `useShownBalance`, outside components. */
export function shownBalance(): number {
  return useWallet.getState().shown;
}

/** Calls `listener` with every new statement of the server. Returns the way out. */
export function onBalance(listener: (balance: number) => void): () => void {
  return useWallet.subscribe((wallet, previous) => {
    if (wallet.balance !== previous.balance && wallet.memberId !== null) listener(wallet.balance);
  });
}

/**
 * Starts showing one member's points; another member's are forgotten. The amount is only a first
 * one: any numbered statement replaces it.
 */
export function openWallet(memberId: string, points: number): void {
  if (useWallet.getState().memberId === memberId) return;
  useWallet.setState({ ...closed, memberId, balance: points, shown: points });
}

/** Forgets the points, at logout. */
export function closeWallet(): void {
  useWallet.setState(closed);
}

/** Takes a statement of the server: a bet's answer, a push or a read. Older ones are dropped. */
export function recordBalance(statement: { balance: number; seq: number }): void {
  useWallet.setState((wallet) => {
    if (wallet.memberId === null || statement.seq <= wallet.seq) return wallet;
    return {
      ...wallet,
      balance: statement.balance,
      shown: wallet.holds > 0 ? wallet.shown : statement.balance,
      seq: statement.seq,
    };
  });
}

/** Takes a push that names its member; another member's is none of ours. */
export function recordPush(push: { userId: string; newPoints: number; seq: number }): void {
  if (push.userId !== useWallet.getState().memberId) return;
  recordBalance({ balance: push.newPoints, seq: push.seq });
}

/**
 * Holds the shown amount until the function it returns is called. Calling that twice is safe. While
 * other holds remain it changes nothing, or shows the amount given to it: the balance as far as
 * animations have shown it.
 */
export function holdBalance(): (meanwhile?: number) => void {
  const { memberId } = useWallet.getState();
  useWallet.setState((wallet) => ({ holds: wallet.holds + 1 }));
  let released = false;
  return (meanwhile) => {
    if (released) return;
    released = true;
    useWallet.setState((wallet) => {
      // The hold went away with its member when somebody else logged in meanwhile.
      if (wallet.memberId !== memberId || wallet.holds === 0) return wallet;
      const holds = wallet.holds - 1;
      return {
        ...wallet,
        holds,
        shown: holds === 0 ? wallet.balance : (meanwhile ?? wallet.shown),
      };
    });
  };
}
