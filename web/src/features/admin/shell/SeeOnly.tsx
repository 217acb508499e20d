import { Notice } from "@/ui/Notice";
import { type Area, useMay } from "../session/rights";
import * as texts from "./texts/en";

/** Says why a page has no buttons, to those who may see its area and not change it. */
export function SeeOnly({ area, className }: { area: Area; className?: string }) {
  if (useMay(area, "change")) return null;
  return (
    <Notice className={className}>
      <p className="font-semibold text-text">{texts.seeOnlyTitle}</p>
      <p className="mt-0.5">{texts.seeOnlyText}</p>
    </Notice>
  );
}
