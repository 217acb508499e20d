import { type ComponentType, Suspense } from "react";
import { useStore } from "zustand";
import { lazyPart } from "@/ui/lazy-part";
import type { CallFailure } from "@/wire/failure";
import type { Account } from "./queries";

const ProofForm = lazyPart(() => import("./ProofForm"));

/** The button that leads to Kick for a proof; only members have it. */
export type KickProofProps = {
  /** There is no other way. */
  isOnly: boolean;
  onFailure: (failure: CallFailure) => void;
};

export type ProofDialogProps = { account: Account; KickProof?: ComponentType<KickProofProps> };

/** Asks for a proof whenever a call needs one. */
export function ProofDialog(props: ProofDialogProps) {
  const { answer, call } = useStore(props.account.proofs.asked);
  if (answer === null) return null;
  return (
    <Suspense fallback={null}>
      <ProofForm {...props} call={call} onAnswer={answer} />
    </Suspense>
  );
}
