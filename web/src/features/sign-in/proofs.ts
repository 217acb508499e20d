import { create } from "zustand";

/** Asks whoever is logged in to prove it, for calls that the server answers with `proof`. */
export type Proofs = {
  /** Opens the dialog. Whether the proof was given. */
  ask: () => Promise<boolean>;
  /** The answer that is waited for, or null. */
  useAsked: () => ((isGiven: boolean) => void) | null;
};

function createProofs(): Proofs {
  const useAsked = create<{ answer: ((isGiven: boolean) => void) | null }>()(() => ({
    answer: null,
  }));
  let open: Promise<boolean> | null = null;
  const ask = () => {
    // Calls that are refused meanwhile wait for the same answer.
    open ??= new Promise<boolean>((resolve) => {
      const answer = (isGiven: boolean) => {
        open = null;
        useAsked.setState({ answer: null });
        resolve(isGiven);
      };
      useAsked.setState({ answer });
    });
    return open;
  };
  return { ask, useAsked: () => useAsked((state) => state.answer) };
}

/** Those of the member, and of the person of the panel in the same browser. */
export const memberProofs: Proofs = createProofs();
export const panelProofs: Proofs = createProofs();
