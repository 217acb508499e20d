import { createStore, type StoreApi } from "zustand";

/** The answer that the dialog is open for, or null. */
type Asked = { answer: ((isGiven: boolean) => void) | null };

/** Asks the account that is logged in for a proof, for calls that the server answers with `proof`. */
export type Proofs = {
  /** Opens the dialog. Whether the proof was given. */
  ask: () => Promise<boolean>;
  /** Closes it without a proof: another account is logged in. */
  drop: () => void;
  asked: StoreApi<Asked>;
};

function createProofs(): Proofs {
  const asked = createStore<Asked>()(() => ({ answer: null }));
  let open: Promise<boolean> | null = null;
  const ask = () => {
    // Calls that are refused meanwhile wait for the same answer.
    open ??= new Promise<boolean>((resolve) => {
      const answer = (isGiven: boolean) => {
        open = null;
        asked.setState({ answer: null });
        resolve(isGiven);
      };
      asked.setState({ answer });
    });
    return open;
  };
  return { ask, asked, drop: () => asked.getState().answer?.(false) };
}

/** Those of the member, and of the person of the panel in the same browser. */
export const memberProofs: Proofs = createProofs();
export const panelProofs: Proofs = createProofs();
