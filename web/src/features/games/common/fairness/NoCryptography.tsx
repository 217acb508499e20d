import { Notice } from "@/ui/Notice";
import * as texts from "../texts/no-cryptography.en";

/** Browsers offer their cryptography on secure pages only. */
export function NoCryptography() {
  return <Notice>{texts.browserOffersCryptographySecure}</Notice>;
}
