import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { challengesQuery } from "@/features/challenges/queries";
import { hasCasino } from "@/features/site/casino";
import { useIsOn } from "@/features/site/modules";
import { IfOn } from "@/features/site/PageLink";
import { type Site, useSite } from "@/features/site/queries";
import { formatList } from "@/ui/format/lists";
import { Head } from "./Head";
import * as texts from "./texts/en";

const link = "font-semibold text-text underline underline-offset-4";

/** /terms-of-service */
export function TermsPage() {
  const known = useSite();
  const { name: site = texts.thisSite, responsibleGamingUrl } = known ?? {};
  return (
    <article className="mx-auto max-w-[44rem] py-4">
      <Head site={site} />
      <ol className="mt-10 flex flex-col gap-10">
        <Section number={1} title={texts.acceptance}>
          <p>{texts.creatingAccountUsingAccept(site)}</p>
        </Section>
        <Section number={2} title={texts.prizesVirtual}>
          <p>{texts.pointsEverythingWonBought}</p>
          <IfOn page="/rewards/daily-calendar">
            {known?.features.cashMilestones !== false && <CashMilestone />}
          </IfOn>
          <CasinoRewards site={known} />
        </Section>
        <Section number={3} title={texts.conduct}>
          <p>{texts.onePersonOneAccount}</p>
        </Section>
        <Section number={4} title={texts.disclaimer}>
          <p>{texts.siteEntertainmentProvidedWithout}</p>
          <p>
            {texts.playWithinLimitsHealthy(
              responsibleGamingUrl !== undefined && responsibleGamingUrl !== "" && (
                <>
                  {texts.ifHardThereHelp(
                    <a href={responsibleGamingUrl} target="_blank" rel="noopener" className={link}>
                      {texts.responsibleGaming}
                      <span className="sr-only">{texts.opensNewTab}</span>
                    </a>,
                  )}
                </>
              ),
            )}
          </p>
        </Section>
        <Section number={5} title={texts.liability}>
          <p>{texts.farLawAllowsLiability}</p>
        </Section>
        <Section number={6} title={texts.yourData}>
          <p>{texts.dataAndDeletion}</p>
        </Section>
        <Section number={7} title={texts.changes}>
          <p>{texts.theseTermsMayChange}</p>
        </Section>
      </ol>
    </article>
  );
}

function CashMilestone() {
  return (
    <p>
      {texts.thereOneExceptionMembers(
        <strong className="text-text">{texts.cashMilestoneDailyCalendar}</strong>,
        <Link to="/rewards/daily-calendar" className={link}>
          {texts.calendar}
        </Link>,
      )}
    </p>
  );
}

/** What is not won with points: given for play at the casino, and without one for challenges. While nothing is known of the site, all that there may be. */
function CasinoRewards({ site }: { site: Site | undefined }) {
  const isOn = useIsOn();
  const hasChallenges = isOn("/challenges");
  const challenges = useQuery({ ...challengesQuery, enabled: hasChallenges });
  const given = [
    hasCasino(site) &&
      isOn("/leaderboard") &&
      site?.prizePeriods.length !== 0 &&
      texts.prizesOfTheMonthlyLeaderboard,
    hasCasino(site) &&
      isOn("/rewards/wager") &&
      site?.wagerTiers.length !== 0 &&
      texts.wagerRewards,
    hasChallenges && challenges.data?.length !== 0 && texts.theRewardsOfChallenges,
  ].filter((one) => one !== false);
  if (given.length === 0) return null;
  if (!hasCasino(site)) return <p>{texts.notWonWithPointsHere(formatList(given))}</p>;
  return (
    <p>{texts.notWonWithPoints(formatList(given), site?.casinoName ?? texts.theCasinoPartner)}</p>
  );
}

function Section({
  number,
  title,
  children,
}: {
  number: number;
  title: string;
  children: ReactNode;
}) {
  return (
    <li className="grid gap-x-6 gap-y-2 border-t border-line pt-6 sm:grid-cols-[3rem_1fr]">
      <span aria-hidden="true" className="font-display text-xl font-bold text-faint">
        {number}
      </span>
      <div>
        <h2 className="text-lg">{title}</h2>
        <div className="mt-2 flex flex-col gap-3 text-muted">{children}</div>
      </div>
    </li>
  );
}
