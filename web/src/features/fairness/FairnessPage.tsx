import { lazy, type ReactNode, Suspense } from "react";
import { useIsOn } from "@/features/site/modules";
import { IfOn } from "@/features/site/PageLink";
import { Skeleton } from "@/ui/Skeleton";
import { Demonstration } from "./Demonstration";
import { HashArt } from "./HashArt";
import { Head } from "./Head";
import { Limits, Scheme } from "./Scheme";
import * as texts from "./texts/en";

const VerifySection = lazy(() => import("./VerifySection"));
const OddsSection = lazy(() => import("./OddsSection"));
const SeedEvents = lazy(() => import("./SeedEvents"));

type FairnessPageProps = {
  /** A round of the member's own, to be opened at once. */
  roundId: string | null;
  /** The game to begin with, as it stands in the address. */
  game: string | null;
};

/** /fairness: how the draws are made, a verifier for every one of them, and all odds. */
export function FairnessPage({ roundId, game }: FairnessPageProps) {
  return (
    <article
      className={`flex flex-col pt-2 pb-4 ${roundId === null ? "gap-18 sm:gap-24" : "gap-8 *:nth-[n+3]:mt-10"}`}
    >
      {roundId === null ? <Hero /> : <OwnHeader />}
      {roundId !== null && <Verifier roundId={roundId} game={game} />}
      <Section id="how" title={texts.schemeTitle}>
        <Scheme />
      </Section>
      <Section id="demonstration" title={texts.exampleTitle} lead={texts.exampleText}>
        <Demonstration />
      </Section>
      <Section id="limits" title={texts.limitsTitle}>
        <Limits />
      </Section>
      <Section id="events" title={texts.eventsTitle} lead={texts.eventsText}>
        <Suspense fallback={<Loading label={texts.loadingEvents} />}>
          <SeedEvents />
        </Suspense>
      </Section>
      {roundId === null && <Verifier roundId={roundId} game={game} />}
      <IfOn page="/games">
        <Section id="odds" title={texts.oddsTitle} lead={texts.oddsText}>
          <Suspense fallback={<Loading label={texts.loadingOdds} />}>
            <OddsSection game={game} />
          </Suspense>
        </Section>
      </IfOn>
    </article>
  );
}

function Hero() {
  const isOn = useIsOn();
  return (
    <header className="relative isolate">
      <Head />
      <nav aria-label={texts.onThisPage} className="mt-6 flex flex-wrap gap-x-6 gap-y-1">
        {sections
          .filter(({ of }) => isOn(of))
          .map(({ id, name }) => (
            <a
              key={id}
              href={`#${id}`}
              className="inline-flex min-h-11 items-center text-sm font-semibold underline decoration-line-strong underline-offset-8 transition-colors hover:decoration-gold-400"
            >
              {name}
            </a>
          ))}
      </nav>
      <HashArt className="absolute top-4 right-0 -z-10 max-xl:hidden" />
    </header>
  );
}

function OwnHeader() {
  return (
    <header>
      <p className="eyebrow">{texts.eyebrow}</p>
      <h1 className="mt-3 text-3xl font-extrabold">{texts.ownTitle}</h1>
      <p className="mt-3 max-w-[40rem] text-muted">{texts.ownIntro}</p>
    </header>
  );
}

const sections = [
  { id: "how", name: texts.howItWorks, of: "/fairness" },
  { id: "check", name: texts.checkTitle, of: "/fairness" },
  { id: "odds", name: texts.allOdds, of: "/games" },
] as const;

function Verifier({ roundId, game }: FairnessPageProps) {
  return (
    <Section
      id="check"
      title={texts.checkTitle}
      isTitleHidden={roundId !== null}
      lead={texts.checkText}
    >
      <Suspense fallback={<Loading label={texts.loadingVerifier} />}>
        <VerifySection roundId={roundId} game={game} />
      </Suspense>
    </Section>
  );
}

type SectionProps = {
  id: string;
  title: string;
  /** The page's own title says it. */
  isTitleHidden?: boolean;
  lead?: string;
  children: ReactNode;
};

function Section({ id, title, isTitleHidden = false, lead, children }: SectionProps) {
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="scroll-mt-20">
      <div className={isTitleHidden ? "sr-only" : "mb-6 sm:mb-8"}>
        <h2 id={`${id}-title`} className="text-xl sm:text-2xl">
          {title}
        </h2>
        {lead !== undefined && <p className="mt-2 max-w-[40rem] text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

function Loading({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <Skeleton className="h-96 w-full rounded-xl" />
    </div>
  );
}
