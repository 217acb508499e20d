import { PageHead } from "@/ui/PageHead";
import * as texts from "./texts/en";

/** The head of /rewards/wager; also in the document that the server sends. */
export function Head({ hasCasino = true }: { hasCasino?: boolean }) {
  return (
    <PageHead
      eyebrow={texts.rewards}
      title={texts.wagerRewards}
      lead={
        hasCasino
          ? texts.shareWhatAffiliationEarns(
              <strong className="text-text">{texts.allRewardsUsd}</strong>,
            )
          : texts.allRewardsUsd
      }
      leadClass="max-w-[36rem]"
    />
  );
}
