import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { challengesQuery } from "@/features/challenges/queries";
import { type Site, useSite } from "@/features/site/queries";
import { formatList } from "@/ui/format/lists";

const link = "font-semibold text-text underline underline-offset-4";

/** /terms-of-service */
export function TermsPage() {
  const known = useSite();
  const { name: site = "this site", responsibleGamingUrl } = known ?? {};
  return (
    <article className="mx-auto max-w-[44rem] py-4">
      <p className="eyebrow">The agreement</p>
      <h1 className="mt-2 text-3xl">Terms of Service</h1>
      <p className="mt-4 text-muted">
        These terms apply to everyone who uses {site}. They are short so that they can be read.
      </p>
      <ol className="mt-10 flex flex-col gap-10">
        <Section number={1} title="Acceptance">
          <p>
            By creating an account or using {site} you accept these terms. If you do not agree with
            them, please do not use the site.
          </p>
        </Section>
        <Section number={2} title="Prizes are virtual">
          <p>
            Points, and everything that is won or bought with them here, are virtual or mementos of
            the stream, and have no monetary value. They cannot be bought, sold, transferred or
            exchanged for money, or for gift cards and the like.
          </p>
          {known?.features.cashMilestones !== false && <CashMilestone />}
          <CasinoRewards site={known} />
        </Section>
        <Section number={3} title="Conduct">
          <p>
            One person, one account. Do not cheat, automate play from outside the site, exploit
            errors or disturb others. Accounts that do may be made inactive and their points
            withdrawn.
          </p>
        </Section>
        <Section number={4} title="Disclaimer">
          <p>
            The site is for entertainment and is provided as it is, without any warranty. It may
            change or be unavailable at times.
          </p>
          <p>
            Play within limits that are healthy for you, and take a break when it stops being fun.
            {responsibleGamingUrl !== undefined && responsibleGamingUrl !== "" && (
              <>
                {" "}
                If that is hard, there is help:{" "}
                <a href={responsibleGamingUrl} target="_blank" rel="noopener" className={link}>
                  Responsible Gaming
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
                .
              </>
            )}
          </p>
        </Section>
        <Section number={5} title="Liability">
          <p>
            As far as the law allows, liability to you is limited to the amount you paid to us in
            the three months before the event that gave rise to it.
          </p>
        </Section>
        <Section number={6} title="Changes">
          <p>
            These terms may change. The version on this page is the one in force; using the site
            after a change means that you accept it.
          </p>
        </Section>
      </ol>
    </article>
  );
}

function CashMilestone() {
  return (
    <p>
      There is one exception: the{" "}
      <strong className="text-text">cash milestone of the Daily Calendar</strong>. Members who keep
      the streak that the{" "}
      <Link to="/rewards/daily-calendar" className={link}>
        calendar
      </Link>{" "}
      names for it earn the cash tip it names. It is earned once per member, ever, and needs a
      verified email address. An admin looks at each one, may reject it, and pays it by hand. The
      number of cash tips in a month is limited; when they are used up, a tip counts for a later
      month, which the calendar names.
    </p>
  );
}

/** What is given for play at the casino. While nothing is known of the site, all that there may be. */
function CasinoRewards({ site }: { site: Site | undefined }) {
  const challenges = useQuery(challengesQuery);
  const given = [
    site?.prizePeriods.length !== 0 && "prizes of the monthly leaderboard",
    site?.wagerTiers.length !== 0 && "wager rewards",
    challenges.data?.length !== 0 && "the rewards of challenges",
  ].filter((one) => one !== false);
  if (given.length === 0) return null;
  const list = formatList(given);
  return (
    <p>
      {list.charAt(0).toUpperCase() + list.slice(1)} are not won with points: they are given for
      play at {site?.casinoName || "the casino partner"}, which is not run by us and has terms of
      its own. Their pages say how much is paid, and for what.
    </p>
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
