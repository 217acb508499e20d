import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CalendarCheck, Radio, ShieldCheck, Users } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { QueryView } from "@/data/QueryView";
import { useMember } from "@/features/session/store";
import { IfOn } from "@/features/site/PageLink";
import { type Site, siteQuery, welcomePointsOf } from "@/features/site/queries";
import { useShownBalance } from "@/features/wallet/balance";
import { buttonClass } from "@/ui/Button";
import { lazyPart } from "@/ui/lazy-part";
import { Coin, Points } from "@/ui/Points";
import { ArtBox } from "./ArtBox";
import { Counters } from "./Counters";
import { Features } from "./Features";
import { GameTiles } from "./GameTiles";
import { GuestWelcome, Head, SHORT_TITLE_MAX } from "./Head";
import { HeroArt } from "./HeroArt";
import { Promo } from "./Promo";
import { todayQuery } from "./queries";
import * as texts from "./texts/en";

const ConfirmEmail = lazyPart(() => import("@/features/sign-in/ConfirmEmail"));

/** The home page: who lives here, and the way in. */
export function HomePage() {
  const query = useQuery(siteQuery);
  return (
    <QueryView query={query} what={texts.theSite} loading={<HomeContent site={undefined} />}>
      {(site) => <HomeContent site={site} />}
    </QueryView>
  );
}

type Block = Site["homeBlocks"][number];

/** The blocks of a page that is not known yet. */
const allBlocks: readonly Block[] = ["counters", "features", "games", "principles"];

function HomeContent({ site }: { site: Site | undefined }) {
  const blocks = site?.homeBlocks ?? allBlocks;
  // The figures belong to the welcome where they follow it.
  const isNear = blocks[0] === "counters";
  return (
    <div className="flex flex-col gap-12 md:gap-18">
      <div className="flex flex-col gap-6 md:gap-8">
        <Hero site={site} />
        {isNear && <Counters site={site} />}
      </div>
      {blocks.slice(isNear ? 1 : 0).map((block) => (
        <BlockContent key={block} block={block} site={site} />
      ))}
    </div>
  );
}

function BlockContent({ block, site }: { block: Block; site: Site | undefined }) {
  switch (block) {
    case "counters":
      return <Counters site={site} />;
    case "features":
      return <Features site={site} />;
    case "games":
      return (
        <IfOn page="/#house-games">
          <GameTiles site={site} />
        </IfOn>
      );
    case "principles":
      return <Principles site={site} />;
  }
}

function Hero({ site }: { site: Site | undefined }) {
  const member = useMember();
  const title = member === null ? site?.name : member.username;
  return (
    <Head
      eyebrow={member === null ? texts.guestEyebrow : texts.memberEyebrow}
      title={title}
      isShort={(title?.length ?? 0) <= SHORT_TITLE_MAX}
      beside={
        <>
          {site === undefined || site.hero === "" ? (
            <HeroArt />
          ) : (
            <ArtBox>
              <img src={site.hero} alt="" className="size-full rounded-xl object-cover" />
            </ArtBox>
          )}
          {/* Part of the first screen on every device, so it comes before the picture. */}
          {site !== undefined && <Promo site={site} />}
        </>
      }
    >
      {member === null ? <GuestCall site={site} /> : <MemberCall site={site} />}
    </Head>
  );
}

function GuestCall({ site }: { site: Site | undefined }) {
  return (
    <GuestWelcome welcomePoints={welcomePointsOf(site)}>
      <Link to="/signup" className={buttonClass("gold", "lg")}>
        {texts.createAccount}
      </Link>
      <WatchLive site={site} />
    </GuestWelcome>
  );
}

function MemberCall({ site }: { site: Site | undefined }) {
  const balance = useShownBalance();
  const isConfirmed = useMember()?.emailVerified !== false;
  return (
    <>
      <p className="mt-4 flex flex-wrap items-center gap-x-2 text-lg text-muted">
        {texts.balance(<Points amount={balance} ticking className="text-xl" />, balance, (unit) => (
          <span aria-hidden="true">{unit}</span>
        ))}
      </p>
      <div className="mt-5 flex flex-wrap gap-3 max-sm:*:flex-1 max-sm:*:px-4 sm:mt-7">
        <IfOn page="/rewards/daily-calendar">
          <Today />
        </IfOn>
        <WatchLive site={site} />
      </div>
      {!isConfirmed && site?.features?.mail === true && (
        <Suspense fallback={null}>
          <div className="mt-5 max-w-[30rem]">
            <ConfirmEmail reason={texts.confirmEmail} welcomePoints={site.welcomePoints} />
          </div>
        </Suspense>
      )}
    </>
  );
}

/** The day's claim. Only one that is still open is offered in gold. */
function Today() {
  const canClaim = useQuery(todayQuery).data?.canClaim;
  return (
    <Link
      to="/rewards/daily-calendar"
      className={buttonClass(canClaim === true ? "gold" : "quiet", "lg")}
    >
      <CalendarCheck aria-hidden="true" className="size-5" />
      {canClaim === false ? texts.claimedToday : texts.claimToday}
    </Link>
  );
}

function WatchLive({ site }: { site: Site | undefined }) {
  if (site === undefined || site.watchLiveUrl === "") return null;
  return (
    <a
      href={site.watchLiveUrl}
      target="_blank"
      rel="noopener"
      className={buttonClass("quiet", "lg")}
    >
      <Radio aria-hidden="true" className="size-5 text-loss" />
      {texts.watchLive}
      <span className="sr-only">{texts.newTab}</span>
    </a>
  );
}

function Principles({ site }: { site: Site | undefined }) {
  return (
    <section aria-label={texts.principles} className="grid gap-x-8 gap-y-8 sm:grid-cols-3">
      <Principle icon={<ShieldCheck aria-hidden="true" className="size-6" />} title={texts.draws}>
        {texts.drawsAbout}
      </Principle>
      <Principle icon={<Coin className="size-6" />} title={texts.points}>
        {texts.pointsAbout}
      </Principle>
      <Principle icon={<Users aria-hidden="true" className="size-6" />} title={texts.fun}>
        {texts.funAbout}
        {site !== undefined && site.responsibleGamingUrl !== "" && (
          <a
            href={site.responsibleGamingUrl}
            target="_blank"
            rel="noopener"
            className="flex min-h-11 items-center font-semibold text-text underline-offset-4 hover:underline"
          >
            {texts.responsibleGaming}
            <span className="sr-only">{texts.newTab}</span>
          </a>
        )}
      </Principle>
    </section>
  );
}

function Principle({
  icon,
  title,
  children,
}: {
  icon: ReactNode;
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="border-t border-line pt-5">
      <span className="text-muted">{icon}</span>
      <h3 className="mt-3 text-base">{title}</h3>
      <div className="mt-1.5 text-sm text-muted">{children}</div>
    </div>
  );
}
