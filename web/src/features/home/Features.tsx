import { Link } from "@tanstack/react-router";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { hasCasino, leaderboardOf } from "@/features/site/casino";
import { useIsOn } from "@/features/site/modules";
import type { Site } from "@/features/site/queries";
import { Badge } from "@/ui/Badge";
import { cx } from "@/ui/cx";
import { rewriteDollars } from "@/ui/format/dollars";
import { AimArt, PodiumArt, PresentArt, TicketArt } from "./FeatureArt";
import * as texts from "./texts/en";

type Feature = {
  to: "/leaderboard" | "/challenges" | "/giveaways" | "/points-shop";
  name: string;
  about: string;
  art: ReactNode;
};

const features: readonly Feature[] = [
  {
    to: "/leaderboard",
    name: texts.leaderboard,
    about: texts.leaderboardAbout,
    art: <PodiumArt />,
  },
  {
    to: "/challenges",
    name: texts.challenges,
    about: texts.challengesAbout,
    art: <AimArt />,
  },
  {
    to: "/giveaways",
    name: texts.giveaways,
    about: texts.giveawaysAbout,
    art: <TicketArt />,
  },
  {
    to: "/points-shop",
    name: texts.shop,
    about: texts.shopAbout,
    art: <PresentArt />,
  },
];

/** Up to four things to do here. The leaderboard carries the pool of the month, if there is a casino to wager at. */
export function Features({ site }: { site: Site | undefined }) {
  const isOn = useIsOn();
  const leaderboard = {
    pool: hasCasino(site) ? rewriteDollars(site?.leaderboardBadge ?? "") : "",
    to: leaderboardOf(site),
    about: hasCasino(site) ? texts.leaderboardAbout : texts.pointsLeaderboardAbout,
  };
  const all = features.map((feature) =>
    Object.assign({ pool: "" }, feature, feature.to === "/leaderboard" && leaderboard),
  );
  const cards = all.filter(({ to }) => isOn(to));
  if (cards.length === 0) return null;
  return (
    <section aria-labelledby="features">
      <h2 id="features" className="text-xl sm:text-2xl">
        {texts.features}
      </h2>
      <ul className="mt-5 grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
        {cards.map(({ to, name, about, art, pool }) => (
          <li key={to}>
            <Link
              to={to}
              className="surface group flex h-full overflow-hidden rounded-lg transition-[border-color,background-color] hover:border-line-strong hover:bg-ink-850 max-sm:min-h-32 sm:flex-col"
            >
              <span className="relative block overflow-hidden bg-ink-950 max-sm:w-[38%] max-sm:shrink-0 max-sm:border-r sm:h-42 sm:border-b border-line">
                {art}
                {pool !== "" && (
                  <span className="absolute top-3 right-3 max-sm:hidden">
                    <Badge tone="gold">{pool}</Badge>
                  </span>
                )}
              </span>
              <span className="flex flex-1 flex-col px-4 py-4">
                <span className="flex items-center gap-2.5">
                  <span className="font-display text-base leading-tight font-bold">{name}</span>
                  {pool !== "" && (
                    <span className="sm:hidden">
                      <Badge tone="gold">{pool}</Badge>
                    </span>
                  )}
                  <ArrowRight
                    aria-hidden="true"
                    className={cx(
                      "ml-auto size-4 shrink-0 text-faint transition-transform duration-200 group-hover:translate-x-0.5 group-hover:text-text",
                      pool !== "" && "max-sm:hidden",
                    )}
                  />
                </span>
                <span className="mt-1.5 text-sm text-muted">{about}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
