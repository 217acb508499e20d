import { PageHead } from "@/ui/PageHead";
import * as texts from "./texts/en";

/** The head of /bonus-hunts; also in the document that the server sends. */
export function Head() {
  return (
    <PageHead
      eyebrow={texts.onStream}
      title={texts.bonusHuntsText}
      lead={texts.bonusesCollectedFirstOpened}
    />
  );
}
