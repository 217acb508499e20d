import { PageHead } from "@/ui/PageHead";
import * as texts from "./texts/en";

/** The head of /giveaways; also in the document that the server sends. */
export function Head() {
  return (
    <PageHead eyebrow={texts.rewards} title={texts.giveaways} lead={texts.everyTicketHasSame} />
  );
}
