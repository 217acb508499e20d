import { createStore, type StoreApi } from "zustand";

/** The answer that the dialog is open for, or null, and the call that needs it. */
type Asked = { answer: ((isGiven: boolean) => void) | null; call: string };

/** Asks the account that is logged in for a proof, for calls that the server answers with `proof`. */
export type Proofs = {
  /** Opens the dialog for a call ("PUT /api/sign-in/app"). Whether the proof was given. */
  ask: (call: string) => Promise<boolean>;
  /** Closes it without a proof: another account is logged in. */
  drop: () => void;
  asked: StoreApi<Asked>;
};

function createProofs(): Proofs {
  const asked = createStore<Asked>()(() => ({ answer: null, call: "" }));
  let open: Promise<boolean> | null = null;
  const ask = (call: string) => {
    // Calls that are refused meanwhile wait for the same answer.
    open ??= new Promise<boolean>((resolve) => {
      const answer = (isGiven: boolean) => {
        open = null;
        asked.setState({ answer: null, call: "" });
        resolve(isGiven);
      };
      asked.setState({ answer, call });
    });
    return open;
  };
  return { ask, asked, drop: () => asked.getState().answer?.(false) };
}

/** Those of the member, and of the person of the panel in the same browser. */
export const memberProofs: Proofs = createProofs();
export const panelProofs: Proofs = createProofs();
