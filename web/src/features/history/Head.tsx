import { PageHead } from "@/ui/PageHead";
import * as texts from "./texts/en";

/** The head of /history; also in the document that the server sends. */
export function Head() {
  return <PageHead eyebrow={texts.yourPoints} title={texts.history} lead={texts.intro} />;
}
