import { ExternalLink } from "lucide-react";
import { buttonClass } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import { cx } from "@/ui/cx";
import { Fits } from "@/ui/Fits";
import type { Site } from "./queries";
import * as texts from "./texts/en";

/** The promo code to copy, and the button that carries it to the casino. Nothing without a casino. */
export function CasinoOffer({ site }: { site: Site }) {
  const { casinoName, casinoUrl, promoCode } = site;
  if (casinoName === "") return null;
  return (
    <div className="flex flex-wrap items-center gap-3 max-sm:w-full max-sm:*:w-full">
      {promoCode !== "" && (
        <span className="well flex min-w-0 items-center gap-3 rounded-md py-0.5 pr-1 pl-4 sm:min-w-64 sm:flex-[999]">
          <span className="text-sm text-muted">{texts.code}</span>
          <span className="min-w-0 flex-1 font-display font-bold [overflow-wrap:anywhere] sm:text-lg">
            <Fits text={promoCode} />
          </span>
          <CopyButton text={promoCode} what={texts.promoCode} />
        </span>
      )}
      {casinoUrl !== "" && (
        <a
          href={casinoUrl}
          target="_blank"
          rel="noopener sponsored"
          className={cx(buttonClass("gold", "lg"), "grow")}
        >
          <span className="min-w-0 py-2 text-center leading-snug whitespace-normal">
            {texts.join(casinoName, promoCode)}
          </span>
          <ExternalLink aria-hidden="true" className="size-4.5 shrink-0" />
          <span className="sr-only">{texts.newTab}</span>
        </a>
      )}
    </div>
  );
}
