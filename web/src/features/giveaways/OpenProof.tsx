import { useCanGoBack, useRouter } from "@tanstack/react-router";
import { ProofSheet } from "./ProofSheet";

type OpenProofProps = {
  giveawayId: string;
  /** The page below the sheet. */
  page: "/giveaways" | "/history";
};

/** The proof that the page's address names, shown over the page. */
export function OpenProof({ giveawayId, page }: OpenProofProps) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  /** Goes back to the page that opened the sheet, or to the page without the sheet. */
  const close = () => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: page, search: {}, replace: true, resetScroll: false });
  };
  return <ProofSheet key={giveawayId} giveawayId={giveawayId} onClose={close} />;
}
