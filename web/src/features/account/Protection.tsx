import { ProofDialog } from "@/features/sign-in/ProofDialog";
import { memberProofs } from "@/features/sign-in/proofs";
import type { Account } from "@/features/sign-in/queries";
import { SignInCards } from "@/features/sign-in/SignInCards";
import { api } from "@/wire/http";

/** Read under the member's key, which is forgotten with the member. */
const account: Account = { calls: api, key: "member", proofs: memberProofs };

/** What protects the member's account beside the password, and the sessions. */
export default function Protection() {
  return (
    <>
      <SignInCards account={account} />
      <ProofDialog account={account} />
    </>
  );
}
