import { memberAccount } from "@/features/sign-in/member";
import { ProofDialog } from "@/features/sign-in/ProofDialog";
import { SignInCards } from "@/features/sign-in/SignInCards";
import { KickProof } from "./KickProof";

/** What protects the member's account beside the password, and the sessions. */
export default function Protection() {
  return (
    <>
      <SignInCards account={memberAccount} />
      <ProofDialog account={memberAccount} KickProof={KickProof} />
    </>
  );
}
