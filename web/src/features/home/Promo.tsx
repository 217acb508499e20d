import { CasinoOffer } from "@/features/site/CasinoOffer";
import type { Site } from "@/features/site/queries";

/** The promo code and the way to the casino, on a ticket (specification 1, section 1). */
export function Promo({ site }: { site: Site }) {
  if (site.promoCode === "" && site.casinoUrl === "") return null;
  return (
    <section
      aria-labelledby="promo"
      className="relative isolate overflow-hidden rounded-xl border border-gold-400/25 bg-ink-900 shadow-card"
    >
      <div className="absolute inset-0 -z-10 bg-[radial-gradient(60rem_22rem_at_88%_-20%,oklch(.8_.13_82/.2),transparent_65%)]" />
      <div className="grid gap-x-10 gap-y-6 p-6 sm:p-8 lg:grid-cols-[1.3fr_1fr] lg:items-center">
        <div>
          <p className="eyebrow">Our casino partner</p>
          <h2 id="promo" className="mt-2 text-xl sm:text-2xl">
            Play at {site.casinoName}, support the stream
          </h2>
          <p className="mt-2 max-w-[34rem] text-sm text-muted">
            Signing up there supports the streamer and counts you in on the monthly leaderboard. It
            is an affiliate link. Only for adults, where it is legal: set yourself healthy limits.
          </p>
        </div>
        <CasinoOffer site={site} />
      </div>
    </section>
  );
}
