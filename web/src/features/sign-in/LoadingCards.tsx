import { Skeleton } from "@/ui/Skeleton";
import * as texts from "./texts/en";

/** The cards of an account without a second factor and with one session, while they or their code are on the way. */
export function LoadingCards() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-104 rounded-lg sm:h-94" />
      <Skeleton className="h-54 rounded-lg" />
    </div>
  );
}
