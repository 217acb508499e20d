import { CasinoOffer } from "@/features/site/CasinoOffer";
import type { Site } from "@/features/site/queries";
import * as texts from "./texts/en";

/** The promo code and the way to the casino, on a ticket. */
export function Promo({ site }: { site: Site }) {
  const { casinoName, casinoUrl, promoCode } = site;
  if (casinoName === "" || (promoCode === "" && casinoUrl === "")) return null;
  return (
    <section
      aria-labelledby="promo"
      className="relative isolate mt-6 overflow-hidden rounded-xl border border-gold-400/25 bg-ink-900 shadow-card lg:col-span-full lg:mt-0"
    >
      <div className="absolute inset-0 -z-10 bg-[radial-gradient(60rem_22rem_at_88%_-20%,oklch(.8_.13_82/.2),transparent_65%)]" />
      <div className="grid gap-x-10 gap-y-3 px-5 py-5 sm:px-8 sm:py-6 xl:grid-cols-[1.3fr_1fr]">
        <div className="xl:self-end">
          <p className="eyebrow max-sm:hidden">{texts.partner}</p>
          <h2 id="promo" className="text-lg sm:mt-2 sm:text-2xl">
            {texts.playAt(casinoName)}
          </h2>
        </div>
        <div className="xl:row-span-2 xl:self-center">
          <CasinoOffer site={site} />
        </div>
        <p className="max-w-[34rem] text-muted max-sm:text-xs sm:text-sm">{texts.partnerHint}</p>
      </div>
    </section>
  );
}
