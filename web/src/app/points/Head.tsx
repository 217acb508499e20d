import { PageHead } from "@/ui/PageHead";
import * as texts from "./texts/en";

/** The head of /points; also in the document that the server sends. */
export function Head() {
  return (
    <PageHead
      eyebrow={texts.rewards}
      title={texts.howGetPoints}
      lead={texts.whatCanDoPoints}
      leadClass="max-w-[36rem]"
    />
  );
}
