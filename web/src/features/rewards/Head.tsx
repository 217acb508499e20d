import { PageHead } from "@/ui/PageHead";
import * as texts from "./texts/en";

/** The head of /rewards/wager; also in the document that the server sends. */
export function Head() {
  return (
    <PageHead
      eyebrow={texts.rewards}
      title={texts.wagerRewards}
      lead={texts.shareWhatAffiliationEarns(
        <strong className="text-text">{texts.allRewardsUsd}</strong>,
      )}
      leadClass="max-w-[36rem]"
    />
  );
}
