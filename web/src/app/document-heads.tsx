import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Head as CalendarHead } from "@/features/calendar/Head";
import { Head as ChallengesHead } from "@/features/challenges/Head";
import { Head as FairnessHead } from "@/features/fairness/Head";
import { GameHead } from "@/features/games/common/GameHead";
import { Head as GiveawaysHead } from "@/features/giveaways/Head";
import { Head as HistoryHead } from "@/features/history/Head";
import { ArtBox } from "@/features/home/ArtBox";
import { GuestWelcome, Head as HomeHead, SHORT_TITLE_MAX } from "@/features/home/Head";
import * as homeTexts from "@/features/home/texts/en";
import { Head as HuntsHead } from "@/features/hunts/Head";
import { Head as LeaderboardHead } from "@/features/leaderboards/Head";
import * as leaderboardTexts from "@/features/leaderboards/texts/en";
import { Head as WagerRewardsHead } from "@/features/rewards/Head";
import { Head as ShopHead } from "@/features/shop/Head";
import { Head as SocialsHead } from "@/features/socials/Head";
import { Head as StatementHead } from "@/features/statement/Head";
import { Head as PointsHead } from "./points/Head";
import { Head as TermsHead } from "./terms/Head";

/** The head of a page as HTML. `{site}`, `{casino}` and `{points}` stand for the site's names. */
export type DocumentHead = {
  /** It is for names of the site up to this length; without it, for all. */
  nameMax?: number;
  html: string;
};

const SITE = "{site}";

/**
 * The heads of the pages that have theirs in the document, by path. The build writes them into the list of
 * pages; they are the components that the pages themselves show, so the texts are the same.
 */
export function documentHeads(
  games: readonly { path: string; title: string; description: string }[],
): Map<string, DocumentHead[]> {
  const heads = new Map<string, DocumentHead[]>([
    ["/", [{ nameMax: SHORT_TITLE_MAX, html: html(home(true)) }, { html: html(home(false)) }]],
  ]);
  for (const [path, head] of Object.entries(pageHeads)) heads.set(path, [{ html: html(head) }]);
  for (const { path, title, description } of games)
    heads.set(path, [{ html: html(game(title, description)) }]);
  return heads;
}

const html = (head: ReactNode) => renderToStaticMarkup(head);

/** The description is in the place of the table until that is there. */
const game = (name: string, description: string) => (
  <div className="mx-auto max-w-[64rem]">
    <GameHead name={name} />
    <div className="surface mt-1 flex min-h-88 items-center justify-center rounded-xl px-6 sm:mt-3">
      <p className="max-w-96 text-center text-lg text-muted">{description}</p>
    </div>
  </div>
);

/** As a guest sees it. Only the place of the button is shown: its neighbour depends on the settings. */
const home = (isShort: boolean) => (
  <HomeHead eyebrow={homeTexts.guestEyebrow} title={SITE} isShort={isShort} beside={<ArtBox />}>
    <GuestWelcome>
      <span className="min-h-13 max-w-72 flex-1 rounded-md bg-ink-900 max-sm:max-w-none" />
    </GuestWelcome>
  </HomeHead>
);

/** As high as the links between the leaderboards. */
const leaderboardLinks = <span className="h-13.5 max-sm:w-full" />;

/** The distance to the bar at the top that these pages have. */
const below = (head: ReactNode) => <div className="pt-2">{head}</div>;

const pageHeads: Readonly<Record<string, ReactNode>> = {
  "/challenges": below(<ChallengesHead />),
  "/bonus-hunts": below(<HuntsHead />),
  "/fairness": below(<FairnessHead />),
  "/giveaways": below(<GiveawaysHead />),
  "/history": below(<HistoryHead />),
  "/leaderboard": below(
    <LeaderboardHead
      title={leaderboardTexts.monthlyWager}
      lead={leaderboardTexts.introAt("{casino}")}
      links={leaderboardLinks}
    />,
  ),
  "/leaderboard/points": below(
    <LeaderboardHead
      title={leaderboardTexts.points}
      lead={leaderboardTexts.pointsLead}
      links={leaderboardLinks}
    />,
  ),
  "/points": below(<PointsHead />),
  "/points-shop": below(<ShopHead />),
  "/rewards/daily-calendar": below(<CalendarHead />),
  "/rewards/wager": below(<WagerRewardsHead />),
  "/socials": below(<SocialsHead />),
  "/statement": below(<StatementHead />),
  "/terms-of-service": (
    <article className="mx-auto max-w-[44rem] py-4">
      <TermsHead site={SITE} />
    </article>
  ),
};
