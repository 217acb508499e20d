import { create } from "zustand";

/**
 * The member's points as the server last stated them, and the amount on show.
 *
 * The two differ only while a game animates a result it already knows: the shown amount is held and
 * follows when the animation ends (decisions C1). Every statement with a ledger sequence replaces
 * older ones and is never replaced by them, however late they arrive.
 */
type Wallet = {
  memberId: string | null;
  balance: number;
  shown: number;
  /** Ledger sequence of `balance`; -1 while only unnumbered statements are known. */
  seq: number;
  holds: number;
  /** Counts changes, so that an answer that was asked for before one can be told. */
  changes: number;
};

const closed: Wallet = { memberId: null, balance: 0, shown: 0, seq: -1, holds: 0, changes: 0 };

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

/** Starts showing one member's points; another member's are forgotten. */
export function openWallet(memberId: string, points: number): void {
  const before = useWallet.getState();
  if (before.memberId === memberId) return;
  useWallet.setState({
    ...closed,
    memberId,
    balance: points,
    shown: points,
    changes: before.changes + 1,
  });
}

/** Forgets the points, at logout. */
export function closeWallet(): void {
  useWallet.setState((wallet) => ({ ...closed, changes: wallet.changes + 1 }));
}

/** Takes a numbered statement, from a bet's answer or a push. Older ones are dropped. */
export function recordBalance(statement: { balance: number; seq: number }): void {
  useWallet.setState((wallet) => {
    if (wallet.memberId === null || statement.seq <= wallet.seq) return wallet;
    return {
      ...wallet,
      balance: statement.balance,
      shown: wallet.holds > 0 ? wallet.shown : statement.balance,
      seq: statement.seq,
      changes: wallet.changes + 1,
    };
  });
}

/** Takes a push that names its member; another member's is none of ours. */
export function recordPush(push: { userId: string; newPoints: number; seq: number }): void {
  if (push.userId !== useWallet.getState().memberId) return;
  recordBalance({ balance: push.newPoints, seq: push.seq });
}

/**
 * Begins asking for an unnumbered balance. The function it returns takes the answer, and drops it
 * when a newer statement came in while it was on its way.
 */
export function beginBalanceRead(): (points: number) => void {
  const asked = useWallet.getState();
  return (points) =>
    useWallet.setState((wallet) => {
      if (wallet.memberId !== asked.memberId || wallet.changes !== asked.changes) return wallet;
      return { ...wallet, balance: points, shown: wallet.holds > 0 ? wallet.shown : points };
    });
}

/** Holds the shown amount until the function it returns is called. Calling that twice is safe. */
export function holdBalance(): () => void {
  const { memberId } = useWallet.getState();
  useWallet.setState((wallet) => ({ holds: wallet.holds + 1 }));
  let released = false;
  return () => {
    if (released) return;
    released = true;
    useWallet.setState((wallet) => {
      // The hold went away with its member when somebody else logged in meanwhile.
      if (wallet.memberId !== memberId || wallet.holds === 0) return wallet;
      const holds = wallet.holds - 1;
      return { ...wallet, holds, shown: holds === 0 ? wallet.balance : wallet.shown };
    });
  };
}
