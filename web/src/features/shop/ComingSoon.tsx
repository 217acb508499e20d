import { PageLink } from "@/features/site/PageLink";
import { buttonClass } from "@/ui/Button";
import { ShopFront } from "./ShopFront";
import * as texts from "./texts/en";

/** Lies over the shelf until the shop opens, and goes away by itself then. */
export function ComingSoon() {
  return (
    <section aria-labelledby="coming-soon" className="relative isolate">
      <Ghosts />
      <div className="absolute inset-0 flex items-start justify-center bg-linear-to-b from-transparent to-ink-950 pt-4 sm:pt-12">
        <div className="surface mx-3 flex w-full max-w-[30rem] flex-col items-center rounded-xl border-line-strong bg-ink-850 px-6 pt-6 pb-8 text-center shadow-raised animate-rise sm:px-10 sm:pb-10">
          <ShopFront />
          <h2 id="coming-soon" className="mt-5 text-2xl font-extrabold">
            {texts.comingSoon}
          </h2>
          <p className="mt-3 text-muted">{texts.shelvesBeingFilledPoints}</p>
          <div className="mt-6 flex flex-wrap justify-center gap-3 empty:hidden">
            <PageLink to="/rewards/daily-calendar" className={buttonClass("gold")}>
              {texts.earnPointsDaily}
            </PageLink>
            <PageLink to="/challenges" className={buttonClass("quiet")}>
              {texts.seeChallenges}
            </PageLink>
          </div>
        </div>
      </div>
    </section>
  );
}

/** The shelf behind it. */
function Ghosts() {
  return (
    <div aria-hidden="true" className="grid min-h-[36rem] gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {[0, 1, 2, 3, 4, 5].map((card) => (
        <div
          key={card}
          className="surface h-72 overflow-hidden rounded-lg shadow-none max-sm:nth-[n+4]:hidden"
        >
          <div className="h-40 border-b border-line bg-ink-800" />
          <div className="flex flex-col gap-3 p-5">
            <div className="h-3 w-20 rounded-full bg-ink-700" />
            <div className="h-4 w-3/5 rounded-full bg-ink-700" />
            <div className="h-9 rounded-md bg-ink-800" />
          </div>
        </div>
      ))}
    </div>
  );
}
