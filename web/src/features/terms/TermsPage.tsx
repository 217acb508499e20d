import type { ReactNode } from "react";
import { useSite } from "@/features/site/queries";

/** /terms-of-service: the six sections of the specification. */
export function TermsPage() {
  const site = useSite()?.name ?? "this site";
  return (
    <article className="mx-auto max-w-[44rem] py-4">
      <p className="eyebrow">The agreement</p>
      <h1 className="mt-2 text-3xl">Terms of Service</h1>
      <p className="mt-4 text-muted">
        These terms apply to everyone who uses {site}. They are short so that they can be read.
      </p>
      <ol className="mt-10 flex flex-col gap-10">
        <Section number={1} title="Acceptance">
          By creating an account or using {site} you accept these terms. If you do not agree with
          them, please do not use the site.
        </Section>
        <Section number={2} title="Prizes are virtual">
          Points, and everything that is won or bought with them here, are virtual and have no
          monetary value. They cannot be sold, transferred or exchanged for money. Where a reward is
          paid in another way, the page that offers it says so.
        </Section>
        <Section number={3} title="Conduct">
          One person, one account. Do not cheat, automate play from outside the site, exploit errors
          or disturb others. Accounts that do may be made inactive and their points withdrawn.
        </Section>
        <Section number={4} title="Disclaimer">
          The site is for entertainment and is provided as it is, without any warranty. It may
          change or be unavailable at times. Play within limits that are healthy for you.
        </Section>
        <Section number={5} title="Liability">
          As far as the law allows, liability to you is limited to the amount you paid to us in the
          three months before the event that gave rise to it.
        </Section>
        <Section number={6} title="Changes">
          These terms may change. The version on this page is the one in force; using the site after
          a change means that you accept it.
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
        <p className="mt-2 text-muted">{children}</p>
      </div>
    </li>
  );
}
