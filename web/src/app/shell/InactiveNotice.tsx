import { Notice } from "@/ui/Notice";
import * as texts from "./texts/inactive.en";

/** Tells members once, at the top of every page, why so much of it is off. */
export default function InactiveNotice() {
  return (
    <Notice tone="error" className="mb-5">
      {texts.inactive}
    </Notice>
  );
}
