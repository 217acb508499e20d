import { useQuery } from "@tanstack/react-query";
import { ArrowUpRight } from "lucide-react";
import { QueryView } from "@/data/QueryView";
import { CasinoOffer } from "@/features/site/CasinoOffer";
import { type Site, siteQuery } from "@/features/site/queries";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { Head } from "./Head";
import { SocialArt } from "./SocialArt";
import * as texts from "./texts/en";

type SiteLink = Site["links"][number];

/** /socials: every place the community meets, and the casino it came together around. */
export function SocialsPage() {
  const query = useQuery(siteQuery);
  return (
    <div className="flex flex-col gap-8 pt-2 pb-4">
      <header>
        <Head />
      </header>
      <QueryView query={query} what={texts.theLinks} loading={<LoadingPlaces />}>
        {(site) => <Places site={site} />}
      </QueryView>
    </div>
  );
}

const grid = "grid gap-4 sm:grid-cols-2";

function Places({ site }: { site: Site }) {
  const { casinoName, casinoUrl, promoCode } = site;
  const hasOffer = casinoName !== "" && (casinoUrl !== "" || promoCode !== "");
  return (
    <>
      {site.links.length > 0 ? (
        <ul aria-label={texts.places} className={grid}>
          {site.links.map((link) => (
            <li key={`${link.kind} ${link.url}`} className="min-w-0 animate-rise">
              <Place link={link} />
            </li>
          ))}
        </ul>
      ) : (
        <Card>
          <EmptyState art={<EmptyRows />} title={texts.noLinks}>
            <p>{texts.noLinksHint}</p>
          </EmptyState>
        </Card>
      )}
      {hasOffer && <Casino site={site} />}
    </>
  );
}

/** One place. The whole card leads there. */
function Place({ link }: { link: SiteLink }) {
  const kind = texts.kinds[link.kind];
  return (
    <article className="surface group relative flex h-full overflow-hidden rounded-lg transition-[border-color,background-color] hover:border-line-strong hover:bg-ink-850 sm:flex-col">
      <div className="relative shrink-0 overflow-hidden border-line bg-[radial-gradient(ellipse_at_50%_30%,oklch(.27_.022_75),var(--color-ink-950)_75%)] max-sm:w-30 max-sm:border-r sm:h-44 sm:border-b">
        <div className="absolute inset-0 transition-transform duration-300 group-hover:scale-[1.04]">
          <SocialArt kind={link.kind} />
        </div>
      </div>
      <div className="flex min-w-0 flex-1 items-start gap-3 p-4 sm:p-5">
        <div className="min-w-0 flex-1">
          <p className="text-xs text-muted">{kind.name}</p>
          <h2 className="mt-0.5 truncate text-lg">
            <a
              href={link.url}
              target="_blank"
              rel="noopener"
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-gold-300"
            >
              {link.label}
              <span className="sr-only">{texts.newTab}</span>
            </a>
          </h2>
          <p className="mt-1 text-sm text-muted">{kind.about}</p>
        </div>
        <ArrowUpRight
          aria-hidden="true"
          className="size-5 shrink-0 text-faint transition-[transform,color] duration-200 group-hover:translate-x-0.5 group-hover:-translate-y-0.5 group-hover:text-text"
        />
      </div>
    </article>
  );
}

function Casino({ site }: { site: Site }) {
  return (
    <section
      aria-labelledby="casino"
      className="surface relative isolate overflow-hidden rounded-xl p-6 sm:p-8"
    >
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-[radial-gradient(ellipse_at_85%_0%,oklch(.835_.142_86/.14),transparent_60%)]"
      />
      <p className="eyebrow">{texts.affiliate}</p>
      <h2 id="casino" className="mt-2 text-xl">
        {texts.supportStream(site.casinoName)}
      </h2>
      <p className="mt-2 mb-6 max-w-[36rem] text-sm text-muted">
        {texts.affiliateHint(site.promoCode !== "")}
      </p>
      <CasinoOffer site={site} />
    </section>
  );
}

function LoadingPlaces() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">{texts.loading}</span>
      {[0, 1, 2, 3].map((card) => (
        <Card key={card} className="overflow-hidden max-sm:flex">
          <Skeleton className="h-33 shrink-0 max-sm:w-30 sm:h-44" />
          <div className="flex flex-1 flex-col gap-2.5 p-4 sm:p-5">
            <Skeleton className="h-3.5 w-20 rounded-sm" />
            <Skeleton className="h-6 w-28 rounded-sm" />
            <Skeleton className="h-4 rounded-sm" />
          </div>
        </Card>
      ))}
    </div>
  );
}
