import { Notice } from "@/ui/Notice";
import * as texts from "./texts/en";

/** Said before anybody wonders at buttons that are off: of the list, or of one hunt. */
export function ExternalNotice({ single = false }: { single?: boolean }) {
  const [hunts, are, their] = single
    ? [texts.huntComes, texts.it, "its"]
    : [texts.theseHuntsCome, texts.they, "their"];
  return (
    <Notice>
      <p className="font-semibold text-text">{texts.fromOutsideService(hunts)}</p>
      <p className="mt-0.5">{texts.readFromEveryFive(are, their)}</p>
    </Notice>
  );
}
