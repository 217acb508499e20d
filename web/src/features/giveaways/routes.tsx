import { Suspense } from "react";
import { definePage, textParameters } from "@/features/site/page-route";
import { lazyPage } from "@/ui/lazy-page";
import * as texts from "./texts/routes.en";

export const giveawaysPage = definePage({
  path: "/giveaways",
  title: texts.giveaways,
  // The giveaway whose proof is open over the page.
  validateSearch: (search): { proof?: string } => textParameters(search, "proof"),
  Page: lazyPage(() => import("./GiveawaysPage"), "GiveawaysPage"),
});

const LazyOpenProof = lazyPage(() => import("./OpenProof"), "OpenProof");

type ProofOverlayProps = { search: { proof?: string }; path: "/giveaways" | "/history" };

/** The proof of a giveaway. The page below stays visible, and keeps the focus, while it is loaded. */
export function ProofOverlay({ search: { proof }, path }: ProofOverlayProps) {
  if (proof === undefined) return null;
  return (
    <Suspense fallback={null}>
      <LazyOpenProof giveawayId={proof} page={path} />
    </Suspense>
  );
}
