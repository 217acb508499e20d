import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSite } from "@/features/site/queries";

const link = "font-semibold text-text underline underline-offset-4";

/** /terms-of-service: the six sections of the specification. */
export function TermsPage() {
  const { name: site = "this site", casinoName, responsibleGamingUrl } = useSite() ?? {};
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
            Points, and everything that is won or bought with them here, are virtual and have no
            monetary value. They cannot be bought, sold, transferred or exchanged for money.
          </p>
          <p>
            There is one exception: the{" "}
            <strong className="text-text">cash milestone of the Daily Calendar</strong>. Who keeps
            the streak that the{" "}
            <Link to="/rewards/daily-calendar" className={link}>
              calendar
            </Link>{" "}
            names for it earns the cash tip it names. It is earned once per member, ever, and needs
            a verified email address. An admin looks at each one, may reject it, and pays it by
            hand; how many are given in a month is limited.
          </p>
          <p>
            Prizes of the monthly leaderboard and wager rewards are not won with points: they are
            given for play at {casinoName ?? "the casino partner"}, which is not run by us and has
            terms of its own. Their pages say how much is paid, and for what.
          </p>
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
