import { PageHead } from "@/ui/PageHead";
import * as texts from "./texts/en";

/** The head of /rewards/daily-calendar; also in the document that the server sends. */
export function Head() {
  return (
    <PageHead
      eyebrow={texts.rewards}
      title={texts.dailyCalendar}
      lead={texts.claimOnceDayEvery}
      leadClass="max-w-[36rem]"
    />
  );
}
