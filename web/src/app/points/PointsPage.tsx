import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { calendarQuery } from "@/features/calendar/queries";
import { challengesQuery } from "@/features/challenges/queries";
import { statusQuery } from "@/features/games/common/availability";
import { giveawaysQuery } from "@/features/giveaways/queries";
import { useMember } from "@/features/session/store";
import { buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatPoints } from "@/ui/Points";
import { queryClient } from "@/wire/queries";
import { freeGiveaways, openGiveaways, payingChallenges } from "./offers";

const games = [
  { id: "dice", name: "Dice", to: "/games/dice" },
  { id: "mines", name: "Mines", to: "/games/mines" },
  { id: "blackjack", name: "Blackjack", to: "/games/blackjack" },
  { id: "keno", name: "Keno", to: "/games/keno" },
  { id: "limbo", name: "Limbo", to: "/games/limbo" },
  { id: "roulette", name: "Roulette", to: "/games/roulette" },
  { id: "slot", name: "Downunder Dawgs", to: "/slots/downunder-dawgs" },
] as const;

/** The games that take bets. */
const openGamesQuery = queryOptions({
  queryKey: ["open-games"],
  queryFn: async () => {
    const states = await Promise.all(
      games.map(({ id }) => queryClient.fetchQuery(statusQuery(id))),
    );
    return games.filter((_, index) => {
      const state = states[index];
      return state !== undefined && !state.disabled && state.pausedUntil === null;
    });
  },
  staleTime: 0,
});

/** /points: every way to points that this site offers right now. */
export function PointsPage() {
  return (
    <div className="flex flex-col gap-6 pt-2 pb-4 sm:gap-8">
      <header>
        <p className="eyebrow">Rewards</p>
        <h1 className="mt-3 text-3xl font-extrabold">How to get points</h1>
        <p className="mt-3 max-w-[36rem] text-muted">Everything you can do for points right now.</p>
      </header>
      <ul className="grid gap-4 md:grid-cols-2">
        <DailyWay />
        <ChallengesWay />
        <GiveawaysWay />
        <GamesWay />
      </ul>
    </div>
  );
}

function DailyWay() {
  const member = useMember();
  const { data } = useQuery({ ...calendarQuery, enabled: member !== null });
  const next = data?.nextPoints ?? null;
  const text =
    data === undefined || next === null
      ? "Claim points once a day. Longer streaks bring more."
      : `${data.canClaim ? "Today" : "Your next claim"} brings ${pointsText(next)}.`;
  return (
    <Way
      title="Daily calendar"
      text={text}
      link={
        <Link to="/rewards/daily-calendar" className={buttonClass("quiet")}>
          {data?.canClaim === true ? "Claim today's reward" : "Open the calendar"}
        </Link>
      }
    />
  );
}

function ChallengesWay() {
  const open = payingChallenges(useQuery(challengesQuery).data ?? []);
  if (open.length === 0) return null;
  const most = Math.max(...open.map(({ rewardPoints }) => rewardPoints ?? 0));
  return (
    <Way
      title="Challenges"
      text={`${open.length} open, paying ${open.length === 1 ? "" : "up to "}${pointsText(most)}.`}
      link={
        <Link to="/challenges" className={buttonClass("quiet")}>
          See challenges
        </Link>
      }
    />
  );
}

function GiveawaysWay() {
  const { data } = useQuery(giveawaysQuery(useMember()?.id ?? null));
  const open = openGiveaways(data?.giveaways ?? []);
  if (data === undefined || open.length === 0) return null;
  const free = freeGiveaways(data).length;
  const prizes = open.map(({ prize }) => prize).join(", ");
  return (
    <Way
      title="Giveaways"
      text={`${open.length} open${free > 0 ? `, ${free} free to enter` : ""}. Prizes: ${prizes}.`}
      link={
        <Link to="/giveaways" className={buttonClass("quiet")}>
          See giveaways
        </Link>
      }
    />
  );
}

function GamesWay() {
  const open = useQuery(openGamesQuery).data ?? [];
  if (open.length === 0) return null;
  return (
    <Way
      title="House games"
      text="Bet points to win more. On average, bets return less than they cost."
      link={open.map(({ id, name, to }) => (
        <Link key={id} to={to} className={buttonClass("quiet", "sm")}>
          {name}
        </Link>
      ))}
    />
  );
}

function Way({ title, text, link }: { title: string; text: string; link: ReactNode }) {
  return (
    <li>
      <Card className="flex h-full flex-col gap-3 rounded-xl p-5 sm:p-6">
        <h2 className="text-xl">{title}</h2>
        <p className="text-muted [overflow-wrap:anywhere]">{text}</p>
        <div className="mt-auto flex flex-wrap gap-2">{link}</div>
      </Card>
    </li>
  );
}

function pointsText(points: number): string {
  return `${formatPoints(points)} ${points === 1 ? "point" : "points"}`;
}
