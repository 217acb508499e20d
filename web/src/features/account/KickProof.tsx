import { ExternalLink } from "lucide-react";
import { useKickVisit } from "@/features/session/kick-visit";
import type { KickProofProps } from "@/features/sign-in/ProofDialog";
import { Button } from "@/ui/Button";
import { answer, api } from "@/wire/http";
import * as texts from "./texts/chat.en";

const start = () => answer(api.POST("/api/kick/proof/start"));

/** Leads to Kick, which leads back to the account page: what was to be done is begun again there. */
export function KickProof({ isOnly, onFailure }: KickProofProps) {
  const { isLeaving, leave } = useKickVisit(start, onFailure);
  return (
    <Button
      size={isOnly ? "md" : "sm"}
      tone={isOnly ? "gold" : "quiet"}
      busy={isLeaving}
      onClick={leave}
      icon={<ExternalLink aria-hidden="true" className="size-4" />}
    >
      {texts.proveWithKick}
    </Button>
  );
}
