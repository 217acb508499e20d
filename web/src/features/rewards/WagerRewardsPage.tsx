import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ExternalLink, HeartHandshake, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { QueryView } from "@/data/QueryView";
import { CasinoOffer } from "@/features/site/CasinoOffer";
import { hasCasino } from "@/features/site/casino";
import { type Site, siteQuery } from "@/features/site/queries";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { Head } from "./Head";
import { Ladder } from "./Ladder";
import * as texts from "./texts/en";
import { ladderOf, shareOf } from "./tiers";

/** /rewards/wager: what the streamer gives back, by the amount wagered at the casino. */
export function WagerRewardsPage() {
  const query = useQuery(siteQuery);
  return (
    <div className="flex flex-col gap-10 pt-2 pb-4">
      <header>
        <Head hasCasino={query.data === undefined || hasCasino(query.data)} />
      </header>
      <QueryView query={query} what={texts.rewardTiers} loading={<LoadingTiers />}>
        {(site) => <Tiers site={site} />}
      </QueryView>
    </div>
  );
}

function Tiers({ site }: { site: Site }) {
  if (site.wagerTiers.length === 0 || !hasCasino(site))
    return (
      <Card>
        <EmptyState art={<EmptyRows />} title={texts.noRewardTiersMoment}>
          <p>{texts.streamerHasNotSet}</p>
        </EmptyState>
      </Card>
    );
  const share = shareOf(site.wagerTiers);
  return (
    <>
      <section aria-label={texts.rewardTiersLabel} className="flex flex-col gap-5">
        <Ladder rungs={ladderOf(site.wagerTiers)} />
        {share !== null && (
          <p className="text-sm text-muted">
            {texts.plainFiguresRewardAmount(<strong className="text-text">{share}</strong>)}
          </p>
        )}
      </section>
      <HowItWorks site={site} />
      <div className="grid gap-x-8 gap-y-8 sm:grid-cols-2">
        <Note
          icon={<HeartHandshake aria-hidden="true" className="size-6" />}
          title={texts.isAffiliate(site.casinoName)}
        >
          {texts.streamerEarnsCommissionFrom(site.casinoName)}
        </Note>
        <Note
          icon={<ShieldCheck aria-hidden="true" className="size-6" />}
          title={texts.entertainmentWithinLimits}
        >
          {texts.onlyAdultsWhereLegal}
          {site.responsibleGamingUrl !== "" && (
            <a
              href={site.responsibleGamingUrl}
              target="_blank"
              rel="noopener"
              className="mt-1 flex min-h-11 items-center gap-1.5 font-semibold text-text underline-offset-4 hover:underline"
            >
              {texts.responsibleGaming}
              <ExternalLink aria-hidden="true" className="size-3.5" />
              <span className="sr-only">{texts.opensNewTab}</span>
            </a>
          )}
        </Note>
      </div>
    </>
  );
}

function HowItWorks({ site }: { site: Site }) {
  const chat = site.links.find((link) => link.kind === "discord");
  return (
    <section aria-labelledby="how" className="surface rounded-xl p-6 sm:p-8">
      <h2 id="how" className="text-xl">
        {texts.howWorks}
      </h2>
      <ol className="mt-6 mb-8 grid gap-x-8 gap-y-6 md:grid-cols-3">
        <Step number={1} title={texts.joinCode}>
          {texts.signUpSoWhat(
            site.casinoName,
            site.promoCode !== "" && (
              <>{texts.withCode(<strong className="text-text">{site.promoCode}</strong>)}</>
            ),
          )}
        </Step>
        <Step number={2} title={texts.sayWho}>
          {texts.enterNameAdminApproves(
            site.casinoName,
            <Link to="/account" className="font-semibold text-text underline underline-offset-4">
              {texts.accountPage}
            </Link>,
          )}
        </Step>
        <Step number={3} title={texts.askReward}>
          {texts.onceHaveReachedStep(
            chat === undefined ? (
              texts.inChatServer
            ) : (
              <>
                {texts.inText(
                  <a
                    href={chat.url}
                    target="_blank"
                    rel="noopener"
                    className="font-semibold text-text underline underline-offset-4"
                  >
                    {texts.theServer(chat.label)}
                    <span className="sr-only">{texts.opensNewTab}</span>
                  </a>,
                )}
              </>
            ),
          )}
        </Step>
      </ol>
      <CasinoOffer site={site} />
    </section>
  );
}

type StepProps = { number: number; title: string; children: ReactNode };

function Step({ number, title, children }: StepProps) {
  return (
    <li className="border-t border-line pt-4">
      <span aria-hidden="true" className="font-display text-2xl font-bold text-faint">
        {number}
      </span>
      <h3 className="mt-2 text-base">{title}</h3>
      <p className="mt-1.5 text-sm text-muted">{children}</p>
    </li>
  );
}

type NoteProps = { icon: ReactNode; title: string; children: ReactNode };

function Note({ icon, title, children }: NoteProps) {
  return (
    <section className="border-t border-line pt-5">
      <span className="text-muted">{icon}</span>
      <h2 className="mt-3 font-sans text-base">{title}</h2>
      <div className="mt-1.5 text-sm text-muted">{children}</div>
    </section>
  );
}

function LoadingTiers() {
  return (
    <div role="status" className="@container">
      <span className="sr-only">{texts.loadingRewardTiers}</span>
      <div className="hidden items-end gap-1.5 @min-[54rem]:flex">
        <Skeleton className="h-24 flex-1 rounded-t-sm" />
        <Skeleton className="h-34 flex-1 rounded-t-sm" />
        <Skeleton className="h-44 flex-1 rounded-t-sm" />
        <Skeleton className="h-54 flex-1 rounded-t-sm" />
        <Skeleton className="h-64 flex-1 rounded-t-sm" />
        <Skeleton className="h-74 flex-1 rounded-t-sm" />
      </div>
      <div className="flex flex-col gap-1.5 @min-[54rem]:hidden">
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} className="h-17 rounded-md" />
        ))}
      </div>
    </div>
  );
}
