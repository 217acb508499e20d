import { PageHead } from "@/ui/PageHead";
import * as texts from "./texts/en";

/** The head of /challenges; also in the document that the server sends. */
export function Head() {
  return (
    <PageHead
      eyebrow={texts.eyebrow}
      title={texts.pageTitle}
      lead={texts.intro}
      leadClass="max-w-[28rem]"
    />
  );
}
