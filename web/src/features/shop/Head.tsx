import { PageHead } from "@/ui/PageHead";
import * as texts from "./texts/en";

/** The head of /points-shop; also in the document that the server sends. */
export function Head() {
  return (
    <PageHead
      eyebrow={texts.rewards}
      title={texts.pointsShop}
      lead={texts.tradePointsSomethingKeep}
      leadClass="max-w-[32rem]"
    />
  );
}
